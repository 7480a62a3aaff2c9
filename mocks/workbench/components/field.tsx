import type { ComponentChildren, RefObject } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
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
  return (
    <div class={`field ${error === undefined ? '' : 'invalid'}`}>
      <label class={isLabelHidden ? 'hidden' : ''} for={id}>
        {label}
        {required && <span class="required"> required</span>}
      </label>
      {children({ id, 'aria-describedby': described, 'aria-invalid': error === undefined ? undefined : true })}
      {described && (
        <div class={error === undefined ? 'hint' : 'error'} id={described}>
          {error ?? hint}
        </div>
      )}
    </div>
  );
}

interface TextProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'search' | 'number' | 'password' | undefined;
  readonly placeholder?: string | undefined;
  /** Whether phones show the keyboard for numbers. */
  readonly isNumeric?: boolean | undefined;
  readonly isCode?: boolean | undefined;
  readonly inputRef?: RefObject<HTMLInputElement | null> | undefined;
  /** Values that the browser suggests. */
  readonly suggestions?: readonly string[] | undefined;
}

export function TextField({
  value,
  onChange,
  type = 'text',
  placeholder,
  isNumeric,
  isCode,
  inputRef,
  suggestions,
  ...field
}: TextProps) {
  return (
    <Field {...field}>
      {(control) => (
        <>
          <input
            {...control}
            ref={inputRef ?? null}
            // Preact's types know only literal values.
            type={type as 'text'}
            class={`input ${isCode ? 'code' : ''}`}
            value={value}
            placeholder={placeholder}
            inputMode={isNumeric ? 'decimal' : undefined}
            autocomplete="off"
            spellcheck={false}
            list={suggestions && `${control.id}-list`}
            step={type === 'number' ? 'any' : undefined}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
          {suggestions && (
            <datalist id={`${control.id}-list`}>
              {suggestions.map((each) => (
                <option key={each} value={each} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

interface AreaProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows?: number | undefined;
  readonly inputRef?: { current: HTMLTextAreaElement | null } | undefined;
}

/** A field for JSON or other code. */
export function CodeField({ value, onChange, rows = 8, inputRef, ...field }: AreaProps) {
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          {...control}
          ref={inputRef ?? null}
          class="input code"
          rows={rows}
          value={value}
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
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
  readonly disabled?: boolean | undefined;
}

export function Switch({ label, checked, onChange, isLabelHidden, disabled }: SwitchProps) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        aria-label={isLabelHidden ? label : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span class="track" aria-hidden="true" />
      {!isLabelHidden && <span>{label}</span>}
    </label>
  );
}
