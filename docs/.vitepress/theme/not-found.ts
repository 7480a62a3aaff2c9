import { withBase } from 'vitepress';
import { defineComponent, h } from 'vue';

const links: Readonly<Record<string, string>> = {
  '/getting-started': 'Getting started',
  '/front-end': 'Front ends',
  '/test-runners': 'Mock in tests',
  '/forms': 'Errors of forms',
  '/resources/': 'Operations and their fields',
};

/** The page for an address that no page has. */
export default defineComponent({
  setup: () => () =>
    h('main', { class: 'not-found vp-doc' }, [
      h('h1', 'There is no page at this address'),
      h('p', 'It may have moved. Search for it, or start with one of these pages:'),
      h(
        'ul',
        Object.entries(links).map(([path, text]) => h('li', h('a', { href: withBase(path) }, text))),
      ),
    ]),
});
