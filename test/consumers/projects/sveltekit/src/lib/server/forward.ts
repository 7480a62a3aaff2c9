/** Forwards a request for /masterdata/api/… to the service, with the token. */
export async function forward(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const url = process.env.MASTERDATA_BASE_URL + pathname.replace('/masterdata', '') + search;
  const { status, headers, body } = await fetch(url, {
    method: request.method,
    headers: { authorization: `Bearer ${process.env.MASTERDATA_API_TOKEN}`, 'content-type': 'application/json' },
    body: request.method === 'GET' ? null : await request.text(),
  });
  // `fetch` has decoded the body.
  const dropped = ['content-encoding', 'content-length', 'transfer-encoding'];
  return new Response(body, { status, headers: [...headers].filter(([name]) => !dropped.includes(name)) });
}
