import type { Page } from '../../app/page.ts';

export const tokensPage: Page = {
  name: 'tokens',
  title: 'Tokens',
  icon: 'tokens',
  load: async () => (await import('../views.ts')).TokensView,
};
