import { useRef } from 'preact/hooks';
import { errorMessage } from '../../shared/errors.ts';
import { useApp } from '../app/context.ts';
import { Button, type ButtonProps } from './button.tsx';
import { escapeInvisible, formatCell } from './text.ts';

interface FileButtonProps extends Pick<ButtonProps, 'children'> {
  /** The name of a button that has only an icon. */
  readonly buttonLabel?: string;
  /** The name of the field for screen readers. */
  readonly label: string;
  /** Called with the content of the file and its name. Its error is shown. */
  readonly onRead: (json: unknown, name: string) => Promise<unknown>;
}

/** A button that reads a JSON file of the user. */
export function FileButton({ children, buttonLabel, label, onRead }: FileButtonProps) {
  const { run } = useApp();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon="upload" label={buttonLabel} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label={label}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file) void run(async () => onRead(await readJson(file), escapeInvisible(file.name)));
        }}
      />
    </>
  );
}

/** @throws A TypeError if the file is not JSON. */
async function readJson(file: File): Promise<unknown> {
  const text = await file.text();
  try {
    return JSON.parse(text);
  } catch (error) {
    // Browsers describe the position, with an excerpt.
    throw new TypeError(`File ${escapeInvisible(file.name)}: must be JSON. ${formatCell(errorMessage(error))}.`);
  }
}
