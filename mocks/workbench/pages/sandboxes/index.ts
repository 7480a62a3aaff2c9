import type { Page } from '../../app/page.ts';

export const sandboxesPage: Page = {
  name: 'sandboxes',
  title: 'Sandboxes',
  icon: 'sandboxes',
  key: 's',
  load: async () => (await import('../views.ts')).SandboxesView,
  isAvailable: ({ hasSandboxes }) => hasSandboxes.value,
};
