export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  telemetry: false,
  app: { head: { link: [{ rel: 'icon', href: 'data:,' }] } },
  // Otherwise, Vite finds the package with the first page, and reloads the page.
  vite: { optimizeDeps: { include: ['masterdata-sdk'] } },
});
