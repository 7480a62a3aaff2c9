import { Html } from '../../shared/escape.ts';

/** Filters the findings of the HTML report by the fields of its form. It reads only the page. */
export const script = new Html(`
const form = document.querySelector('form');
if (form) {
  const items = [...document.querySelectorAll('[data-kind]')];
  const texts = items.map((item) => item.textContent.toLowerCase());
  const show = () => {
    const { kind, resource, text } = Object.fromEntries(new FormData(form));
    const words = text.toLowerCase().trim();
    const matches = (item, index) =>
      (kind === '' || item.dataset.kind === kind) &&
      (resource === '' || item.dataset.resources.split(' ').includes(resource)) &&
      texts[index].includes(words);
    items.forEach((item, index) => { item.hidden = !matches(item, index); });
    const shown = items.filter((item) => !item.hidden).length;
    form.querySelector('output').textContent = shown + ' of ' + items.length + ' findings';
  };
  form.addEventListener('input', show);
  form.addEventListener('reset', () => setTimeout(show));
  form.addEventListener('submit', (event) => event.preventDefault());
  form.hidden = false;
  show();
}
`);

/** The hash of the script for the policy of the page. A test computes it again. */
export const scriptHash = 'sha256-NS1zGPNAXTm5aNrRpK6NS4EaQOZidx/lGcqasKk1qeM=';
