import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useApp } from '../app/context.ts';
import { FormProvider } from './button.tsx';

interface FormProps {
  readonly class?: string;
  /** Its error is shown. A double click does not submit the form again before its promise settles. */
  readonly onSubmit: () => unknown;
  /** Called when the user tries to submit the form while its button is disabled. */
  readonly onRefuse?: (() => void) | undefined;
  readonly children: ComponentChildren;
}

/** A form that runs an action. */
export function Form({ class: name, onSubmit, onRefuse, children }: FormProps) {
  const { run } = useApp();
  // A second click can come before the button is disabled.
  const isRunning = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const refuse = () => {
    setRefused(true);
    onRefuse?.();
  };
  const submit = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setRefused(false);
    await run(async () => onSubmit());
    isRunning.current = false;
    setBusy(false);
  };
  return (
    <form
      class={name}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <FormProvider value={{ isBusy, isRefused, refuse }}>{children}</FormProvider>
    </form>
  );
}
