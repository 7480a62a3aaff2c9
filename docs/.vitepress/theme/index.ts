/** The default theme of VitePress, with room for tables, and the live example. */
import type { Theme } from 'vitepress';
import theme from 'vitepress/theme';
import { defineAsyncComponent } from 'vue';
import './style.css';

export default {
  extends: theme,
  enhanceApp({ app }) {
    // Loaded on demand, because it contains the client, the mock and the workbench.
    app.component(
      'LiveExample',
      defineAsyncComponent(() => import('../live/live-example.vue')),
    );
  },
} satisfies Theme;
