/** Next.js calls this once when the server starts. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.MOCK !== '1') return;
  const { setupMockServer } = await import('masterdata-sdk/mock/node');
  const { mock } = await import('./mock');
  setupMockServer(mock).listen({ onUnhandledFrame: 'bypass' });
}
