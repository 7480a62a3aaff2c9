import { useRef } from 'preact/hooks';
import { useApp } from '../app/context.ts';
import { escapeInvisible } from '../text.ts';
import { Button, type ButtonProps } from './button.tsx';
import { readText } from './read-file.ts';

interface FileButtonProps extends Pick<ButtonProps, 'children'> {
  /** The name of a button that has only an icon. */
  readonly buttonLabel?: string;
  /** The name of the field for screen readers. */
  readonly label: string;
  /** The types and endings of the files. Default: JSON. */
  readonly accept?: string;
  /** Called with the text of the file and its name. Its error is shown. */
  readonly onRead: (text: string, name: string) => Promise<unknown>;
}

/** A button that reads a file of the user. */
export function FileButton({
  children,
  buttonLabel,
  label,
  accept = 'application/json,.json',
  onRead,
}: FileButtonProps) {
  const { run } = useApp();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon="upload" label={buttonLabel} roomy={buttonLabel} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file) void run(async () => onRead(await readText(file), escapeInvisible(file.name)));
        }}
      />
    </>
  );
}
