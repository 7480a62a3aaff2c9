import type { ComponentChildren, RefObject } from 'preact';
import { useId, useState } from 'preact/hooks';
import { count, escapeInvisible } from '../text.ts';
import { Button, CopyButton, useForm } from './button.tsx';

export interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  readonly required?: boolean | undefined;
  /** Hides the label. Screen readers still read it. */
  readonly isLabelHidden?: boolean | undefined;
}

interface Control {
  readonly id: string;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: boolean | undefined;
}

/** A label with a control, a hint and an error, connected for screen readers. */
export function Field({
  label,
  hint,
  error,
  required,
  isLabelHidden,
  children,
}: FieldProps & { readonly children: (control: Control) => ComponentChildren }) {
  const id = useId();
  const described = error !== undefined || hint ? `${id}-text` : undefined;
  // The text below exists without content too, so that screen readers hear an error when it appears.
  return (
    <div class={`field ${error === undefined ? '' : 'invalid'}`}>
      <label class={isLabelHidden ? 'hidden' : ''} for={id}>
        {label}
        {required && <span class="required"> required</span>}
      </label>
      {children({ id, 'aria-describedby': described, 'aria-invalid': error === undefined ? undefined : true })}
      <div class={error === undefined ? 'hint' : 'error'} id={`${id}-text`} aria-live="polite">
        {error ?? hint}
      </div>
    </div>
  );
}

/** Browsers lay out all of a text that can be edited, which takes seconds for megabytes. */
const maxLaidOut = 50_000;

/** The length of the visible part of a longer text. */
const excerptLength = 500;

/** The beginning of a long text. */
function LongText({ control, text, onEdit }: { control: Control; text: string; onEdit: () => void }) {
  return (
    <div class="long-text">
      <textarea
        {...control}
        class="input code"
        rows={3}
        readOnly
        value={`${escapeInvisible(text.slice(0, excerptLength))}…`}
      />
      <span class="muted">The beginning of {count(text.length, 'character')}.</span>
      <CopyButton text={() => text} label="Copy all">
        Copy all
      </CopyButton>
      <Button kind="quiet" onClick={onEdit}>
        Edit
      </Button>
    </div>
  );
}

interface TypedProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

interface TypedControl extends Control {
  readonly onInput: (event: { readonly currentTarget: { readonly value: string } }) => void;
}

/** A field for typed text. If the text is too long to be edited at once, the user decides to edit it nevertheless. */
function TypedField({
  value,
  onChange,
  children,
  ...field
}: TypedProps & { readonly children: (control: TypedControl) => ComponentChildren }) {
  const [isEdited, setEdited] = useState(false);
  const edit = () => setEdited(true);
  const onInput: TypedControl['onInput'] = ({ currentTarget }) => {
    edit();
    onChange(currentTarget.value);
  };
  return (
    <Field {...field}>
      {(control) =>
        !isEdited && value.length > maxLaidOut ? (
          <LongText control={control} text={value} onEdit={edit} />
        ) : (
          children({ ...control, onInput })
        )
      }
    </Field>
  );
}

interface TextProps extends TypedProps {
  readonly type?: 'text' | 'search' | 'number' | 'password' | undefined;
  readonly placeholder?: string | undefined;
  /** Whether phones show the keyboard for numbers. */
  readonly isNumeric?: boolean | undefined;
  readonly isCode?: boolean | undefined;
  /** The error of an empty field, after the user tried to submit the form. */
  readonly missing?: string | undefined;
  readonly inputRef?: RefObject<HTMLInputElement | null> | undefined;
  /** Values that the browser suggests. */
  readonly suggestions?: readonly { readonly value: string; readonly label?: string }[] | undefined;
  readonly onFocus?: (() => void) | undefined;
}

export function TextField({
  type = 'text',
  placeholder,
  isNumeric,
  isCode,
  missing,
  inputRef,
  suggestions,
  onFocus,
  ...field
}: TextProps) {
  const isMissing = useForm().isRefused && field.value.trim() === '';
  return (
    <TypedField {...field} error={field.error ?? (isMissing ? missing : undefined)}>
      {(control) => (
        <>
          <input
            {...control}
            ref={inputRef ?? null}
            // Preact's types know only literal values.
            type={type as 'text'}
            class={`input ${isCode ? 'code' : ''}`}
            value={field.value}
            placeholder={placeholder}
            inputMode={isNumeric ? 'decimal' : undefined}
            autocomplete="off"
            spellcheck={false}
            list={suggestions && `${control.id}-list`}
            step={type === 'number' ? 'any' : undefined}
            onFocus={onFocus}
          />
          {suggestions && (
            <datalist id={`${control.id}-list`}>
              {suggestions.map((each) => (
                <option key={each.value} value={each.value}>
                  {each.label}
                </option>
              ))}
            </datalist>
          )}
        </>
      )}
    </TypedField>
  );
}

interface AreaProps extends TypedProps {
  readonly rows: number;
  readonly inputRef?: { current: HTMLTextAreaElement | null } | undefined;
}

/** A field for JSON or other code. */
export function CodeField({ rows, inputRef, ...field }: AreaProps) {
  return (
    <TypedField {...field}>
      {(control) => (
        <textarea
          {...control}
          ref={inputRef ?? null}
          class="input code"
          rows={rows}
          value={field.value}
          spellcheck={false}
          autocomplete="off"
        />
      )}
    </TypedField>
  );
}

interface SelectProps<Value extends string> extends FieldProps {
  readonly value: Value;
  readonly options: readonly (Value | { readonly value: Value; readonly label: string })[];
  readonly onChange: (value: Value) => void;
}

export function SelectField<Value extends string>({ value, options, onChange, ...field }: SelectProps<Value>) {
  const entries = options.map((option) => (typeof option === 'string' ? { value: option, label: option } : option));
  return (
    <Field {...field}>
      {(control) => (
        <select
          {...control}
          class="input"
          value={value}
          onChange={(event) => {
            const chosen = entries.find((each) => each.value === event.currentTarget.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {entries.map((each) => (
            <option key={each.value} value={each.value}>
              {each.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly isLabelHidden?: boolean | undefined;
}

export function Switch({ label, checked, onChange, isLabelHidden }: SwitchProps) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        aria-label={isLabelHidden ? label : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span class="track" aria-hidden="true" />
      {!isLabelHidden && <span>{label}</span>}
    </label>
  );
}
