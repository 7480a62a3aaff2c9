import { useRef } from 'preact/hooks';
import { errorMessage } from '../../shared/errors.ts';
import { useApp } from '../app/context.ts';
import { escapeInvisible, formatCell } from '../text.ts';
import { Button, type ButtonProps } from './button.tsx';

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
      <Button icon="upload" label={buttonLabel} onClick={() => input.current?.click()}>
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

/** @throws A TypeError if the file is not UTF-8, so that no character is lost. */
async function readText(file: File): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch (cause) {
    throw new TypeError(`File ${escapeInvisible(file.name)}: must be in UTF-8. Save it with this encoding.`, { cause });
  }
}

/**
 * Parses the text of a file.
 *
 * @throws A TypeError if it is not JSON.
 */
export function parseJsonFile(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Browsers describe the position, with an excerpt.
    throw new TypeError(`File ${name}: must be JSON. ${formatCell(errorMessage(error))}.`);
  }
}
