import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { MockPolicies } from '../../../controls/policies.ts';
import type { PolicyDescription } from '../../../controls/policy-descriptions.ts';
import { useApp } from '../../app/context.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { SelectField, Switch, TextField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Link } from '../../components/link.tsx';
import { formatRateLimit } from '../../text.ts';

interface PolicyProps {
  readonly description: PolicyDescription;
  readonly value: MockPolicies[keyof MockPolicies] | undefined;
  readonly isChanged: boolean;
}

/** A policy with its explanation and its control. */
export function PolicyRow({ description, value, isChanged }: PolicyProps) {
  const { session, run } = useApp();
  const { name } = description;
  const set = (changed: unknown) => session.setPolicies({ [name]: changed });
  return (
    <li class="policy">
      <div class="policy-text">
        <h2 class="code">{name}</h2>
        {isChanged && <Badge tone="accent">changed</Badge>}
        <p class="muted">{withCode(description.description)}</p>
      </div>
      <div class="policy-value">
        <PolicyControl description={description} value={value} onChange={(changed) => void run(() => set(changed))} />
        {isChanged && (
          <p class="muted">
            Default: <code>{format(description.default)}</code>
            <Button kind="quiet" icon="undo" label={`Reset ${name}`} onClick={() => set(description.default)} />
          </p>
        )}
      </div>
    </li>
  );
}

interface ControlProps {
  readonly description: PolicyDescription;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function PolicyControl({ description: { name, values, format: hint }, value, onChange }: ControlProps) {
  if (typeof value === 'boolean') return <Switch label={name} isLabelHidden checked={value} onChange={onChange} />;
  if (values) {
    return (
      <SelectField
        label={name}
        isLabelHidden
        value={format(value)}
        options={values.map(format)}
        onChange={(text) => onChange(values.find((each) => format(each) === text))}
      />
    );
  }
  if (name === 'rateLimit') {
    const rate = typeof value === 'object' && value !== null && 'limit' in value ? value : undefined;
    return (
      <p>
        {rate ? formatRateLimit(rate as Parameters<typeof formatRateLimit>[0]) : 'off'}.{' '}
        <Link to="/time">Set it on the page Time</Link>
      </p>
    );
  }
  return <TextPolicy key={format(value)} name={name} hint={hint} value={format(value)} onChange={onChange} />;
}

interface TextPolicyProps {
  readonly name: string;
  readonly hint: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A policy whose values are not a fixed set. The mock checks the text. */
function TextPolicy({ name, hint, value, onChange }: TextPolicyProps) {
  const [text, setText] = useState(value);
  return (
    <Form class="policy-form" onSubmit={() => onChange(text)}>
      <TextField label={name} isLabelHidden value={text} hint={hint} onChange={setText} />
      <Button type="submit" disabled={text === value}>
        Set
      </Button>
    </Form>
  );
}

function format(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** Renders the code of a text in Markdown. */
function withCode(text: string): ComponentChild[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
