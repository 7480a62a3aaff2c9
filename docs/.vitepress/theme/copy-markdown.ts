import { useData, withBase } from 'vitepress';
import { defineComponent, h, ref, watch } from 'vue';

/** A button that copies the Markdown of the page, which the build writes next to its HTML. */
export default defineComponent({
  setup() {
    const { page } = useData();
    const label = ref('');
    const reset = () => {
      label.value = 'Copy as Markdown';
    };
    watch(page, reset, { immediate: true });

    async function copy() {
      try {
        // The file of a folder has the name of the folder.
        const path = page.value.relativePath.replace(/\/index\.md$/, '.md');
        const response = await fetch(withBase(`/${path}`));
        if (!response.ok) throw new Error(`status ${response.status}`);
        await navigator.clipboard.writeText(await response.text());
        label.value = 'Copied';
      } catch {
        label.value = 'Could not copy';
      }
    }

    return () => h('button', { class: 'copy-markdown', type: 'button', onClick: copy, onBlur: reset }, label.value);
  },
});
