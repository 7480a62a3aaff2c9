import { useLayoutEffect, useRef } from 'preact/hooks';
import type { FieldDescription } from '../../../src/contract/describe-schema.ts';
import type { Issue } from '../../../src/contract/validate.ts';
import { isObject, parseJson, parseJsonOrText, readField, withField } from '../../shared/json.ts';
import { Button } from '../components/button.tsx';
import { toJson } from '../components/code-view.tsx';
import { CodeField, SelectField, Switch, TextField } from '../components/field.tsx';
import { initialValue } from './initial-value.ts';
import { ReferenceField } from './reference-field.tsx';
import { tableOfField } from './table-metadata.ts';
import { useTypedText } from './use-typed-text.ts';

export interface EditorProps {
  readonly name: string;
  /** The path of the field in wire notation: `shipping[weight]`, `tax_ids.0.tax`. */
  readonly path: string;
  readonly field: FieldDescription;
  /** Undefined if the body does not have the field. */
  readonly value: unknown;
  readonly issues: readonly Issue[];
  /** Called with undefined to remove the field. */
  readonly onChange: (value: unknown) => void;
}

/** The control of one field, and the buttons that omit it or set it to `null`. */
export function FieldEditor(props: EditorProps) {
  const { name, field, value, onChange } = props;
  const { kind, isRequired, isNullable } = field;
  if (kind.type === 'group' && value !== null) return <GroupEditor {...props} />;
  if (kind.type === 'list' && value !== null) return <ListEditor {...props} />;
  const isChoice = kind.type === 'boolean' || kind.type === 'enum';
  return (
    <div class={`schema-field ${value === undefined ? 'omitted' : ''}`}>
      <ValueEditor {...props} />
      {!isChoice && (
        <div class="schema-actions">
          {isNullable && (
            <Button
              kind="quiet"
              pressed={value === null}
              label={`Set ${name} to null`}
              onClick={() => onChange(value === null ? initialValue(field) : null)}
            >
              null
            </Button>
          )}
          {!isRequired && value !== undefined && (
            <Button kind="quiet" icon="close" label={`Omit ${name}`} onClick={() => onChange(undefined)} />
          )}
        </div>
      )}
    </div>
  );
}

function ValueEditor({ name, path, field, value, issues, onChange }: EditorProps) {
  const { kind, isRequired, isNullable } = field;
  const error = messageOf(issues, path, value === undefined && !isRequired);
  const common = { label: name, required: isRequired, error };
  const text = value === undefined || value === null ? '' : String(value);
  const placeholder = value === null ? 'null' : undefined;
  const table = tableOfField(name);
  // An empty text is no id, no date and no number. A field that must be present is `null` then.
  const change = (changed: unknown) => {
    const isEmpty = changed === undefined || changed === '';
    onChange(isEmpty && isRequired && isNullable ? null : changed);
  };
  switch (kind.type) {
    case 'boolean':
      if (isRequired && !isNullable && typeof value === 'boolean') {
        return <Switch label={name} checked={value} onChange={onChange} />;
      }
      return <Choice {...common} {...{ isNullable, value, onChange }} values={[true, false]} />;
    case 'enum':
      return <Choice {...common} {...{ isNullable, value, onChange }} values={kind.values} />;
    case 'number':
      return <NumberField {...common} {...{ value, placeholder }} onChange={change} />;
    case 'text':
      if (table) return <ReferenceField {...common} {...{ table, placeholder }} value={text} onChange={change} />;
      return (
        <TextField
          {...common}
          value={text}
          placeholder={placeholder ?? formatHint(kind.format)}
          onChange={kind.format === undefined ? onChange : change}
        />
      );
    case 'group':
    case 'list':
    case 'json':
      return <JsonField {...common} {...{ value, onChange }} />;
  }
}

/** Returns the messages for a field. An omitted optional field has none of its own. */
function messageOf(issues: readonly Issue[], path: string, isOmitted: boolean): string | undefined {
  if (isOmitted) return undefined;
  const messages = issues.filter((issue) => issue.path === path).map(({ message }) => message);
  return messages.length === 0 ? undefined : messages.join(', ');
}

function formatHint(format: string | undefined): string | undefined {
  return format === 'guid' ? 'UUID' : format === 'url' ? 'https://…' : undefined;
}

interface CommonProps {
  readonly label: string;
  readonly required: boolean;
  readonly error: string | undefined;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

interface ChoiceProps extends CommonProps {
  readonly isNullable: boolean;
  readonly values: readonly unknown[];
}

function Choice({ isNullable, values, value, onChange, ...field }: ChoiceProps) {
  const choices = [...(field.required ? [] : [undefined]), ...values, ...(isNullable ? [null] : [])];
  // A record may have a value that the contract does not know.
  if (!choices.includes(value)) choices.unshift(value);
  return (
    <SelectField
      {...field}
      value={String(choices.indexOf(value))}
      options={choices.map((choice, index) => ({
        value: String(index),
        label: choice === undefined ? 'not set' : String(choice),
      }))}
      onChange={(index) => onChange(choices[Number(index)])}
    />
  );
}

/**
 * Keeps the text while the user types, because `1.` and `1e` are on the way to a number. A field of the type `number`
 * would not give these texts to the page. A text that is no number is a value too, which the contract rejects.
 */
function NumberField({ value, onChange, ...field }: CommonProps & { placeholder: string | undefined }) {
  return <TextField {...field} isNumeric {...useTypedText(value, onChange, numberText)} />;
}

const numberText = {
  parse(text: string): unknown {
    if (text.trim() === '') return undefined;
    return Number.isFinite(Number(text)) ? Number(text) : text;
  },
  format: (value: unknown) => String(value ?? ''),
};

/**
 * Edits a value as JSON. A text that is not JSON is a value too, so that it can be discarded. It prevents that the form
 * is submitted, because the contract allows any text in some of these fields.
 */
function JsonField({ value, onChange, error, ...field }: CommonProps) {
  const text = useTypedText(value, onChange, jsonText);
  const problem = text.value.trim() === '' || parseJson(text.value) !== undefined ? error : 'must be JSON';
  const input = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => input.current?.setCustomValidity(problem ?? ''), [problem]);
  return <CodeField {...field} {...text} rows={3} inputRef={input} error={problem} />;
}

const jsonText = {
  parse: (text: string) => (text.trim() === '' ? undefined : parseJsonOrText(text)),
  format: (value: unknown) => (value === undefined ? '' : toJson(value)),
};

function GroupEditor({ name, path, field, value, issues, onChange }: EditorProps) {
  const fields = field.kind.type === 'group' ? field.kind.fields : {};
  const group = isObject(value) ? value : {};
  const own = messageOf(issues, path, value === undefined);
  const change = (key: string, changed: unknown) => {
    const next = withField(group, key, changed);
    onChange(Object.keys(next).length === 0 && !field.isRequired ? undefined : next);
  };
  return (
    <fieldset class="schema-group">
      <legend>{name}</legend>
      {own && <p class="form-error">{own}</p>}
      {Object.entries(fields).map(([key, inner]) => (
        <FieldEditor
          key={key}
          name={key}
          path={/\.\d/.test(path) ? `${path}.${key}` : `${path}[${key}]`}
          field={inner}
          value={readField(group, key)}
          issues={value === undefined ? [] : issues}
          onChange={(changed) => change(key, changed)}
        />
      ))}
      {!field.isRequired && value !== undefined && (
        <div class="buttons">
          <Button kind="quiet" onClick={() => onChange(undefined)}>
            Omit {name}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

function ListEditor({ name, path, field, value, issues, onChange }: EditorProps) {
  const { kind, isRequired } = field;
  if (kind.type !== 'list') return null;
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const own = messageOf(issues, path, value === undefined && !isRequired);
  return (
    <fieldset class="schema-group">
      <legend>
        {name}
        {value === undefined && <span class="muted"> not set</span>}
      </legend>
      {own && <p class="form-error">{own}</p>}
      {items.map((item, index) => (
        <div key={index} class="schema-item">
          <FieldEditor
            // The name of the list says to which table the ids of its entries belong.
            name={kind.element.kind.type === 'text' ? name : String(index + 1)}
            path={`${path}.${index}`}
            field={kind.element}
            value={item}
            issues={issues}
            onChange={(changed) => onChange(items.with(index, changed ?? initialValue(kind.element)))}
          />
          <Button
            kind="quiet"
            icon="close"
            label={`Remove entry ${index + 1} of ${name}`}
            onClick={() => onChange(items.toSpliced(index, 1))}
          />
        </div>
      ))}
      <div class="buttons">
        <Button
          icon="add"
          label={`Add entry to ${name}`}
          onClick={() => onChange([...items, initialValue(kind.element)])}
        >
          Add entry
        </Button>
        {!isRequired && value !== undefined && (
          <Button kind="quiet" onClick={() => onChange(undefined)}>
            Omit {name}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
