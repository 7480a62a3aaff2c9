/** Forwards a request for /masterdata/api/… to the service, with the token. */
export async function forward(request: Request): Promise<Response> {
  // A page of any site can send other types for a visitor who is signed in, for example with a form (CSRF).
  const isJson = request.headers.get('content-type')?.startsWith('application/json');
  if (request.method === 'POST' && !isJson) return new Response(null, { status: 415 });
  const { pathname, search } = new URL(request.url);
  // A server that decodes `..%2f` would find another path. No path of the API needs such characters.
  if (!/^[\w/-]+$/.test(pathname)) return new Response(null, { status: 404 });
  const url = process.env.MASTERDATA_BASE_URL + pathname.replace('/masterdata', '') + search;
  const { status, headers, body } = await fetch(url, {
    method: request.method,
    headers: { authorization: `Bearer ${process.env.MASTERDATA_API_TOKEN}`, 'content-type': 'application/json' },
    body: (await request.text()) || null,
  });
  // `fetch` has decoded the body.
  const dropped = ['content-encoding', 'content-length', 'transfer-encoding'];
  return new Response(body, { status, headers: [...headers].filter(([name]) => !dropped.includes(name)) });
}
