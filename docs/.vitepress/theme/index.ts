/**
 * The default theme of VitePress without its font, which arrives late and moves the text, with room for tables, the
 * live example and a button that copies a page.
 */
import type { Theme } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';
import { defineAsyncComponent, h } from 'vue';
import CopyMarkdown from './copy-markdown.ts';
import NotFound from './not-found.ts';
import { findRedirect } from './redirects.ts';
import './style.css';

export default {
  extends: theme,
  Layout: () => h(theme.Layout, undefined, { 'doc-before': () => h(CopyMarkdown), 'not-found': () => h(NotFound) }),
  enhanceApp({ app, siteData }) {
    if (!import.meta.env.SSR) {
      const { base } = siteData.value;
      const moved = findRedirect(location.pathname.replace(base, '/'), location.hash);
      if (moved !== undefined) location.replace(base + moved.slice(1));
    }
    // Loaded on demand, because it contains the client, the mock and the workbench.
    app.component(
      'LiveExample',
      defineAsyncComponent(() => import('../live/live-example.vue')),
    );
  },
} satisfies Theme;
