import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useApp } from '../app/context.ts';

interface FormProps {
  readonly class?: string;
  /** Its error is shown. A double click does not submit the form again before its promise settles. */
  readonly onSubmit: () => unknown;
  readonly children: ComponentChildren;
}

/** A form that runs an action. */
export function Form({ class: name, onSubmit, children }: FormProps) {
  const { run } = useApp();
  const isBusy = useRef(false);
  const submit = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    await run(async () => onSubmit());
    isBusy.current = false;
  };
  return (
    <form
      class={name}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {children}
    </form>
  );
}
