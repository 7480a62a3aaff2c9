import { useState } from 'preact/hooks';
import { operations } from '../../../../src/contract/operations.ts';
import { type Permission, permissions } from '../../../controls/permissions.ts';
import type { TokenEntry } from '../../../controls/tokens.ts';
import { labelOf } from '../../../store/fields.ts';
import { useApp } from '../../app/context.ts';
import { Button } from '../../components/button.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import type { Row } from '../../state/session.ts';
import { formatCell } from '../../text.ts';

const levels = ['none', 'read', 'write', 'read and write'] as const;
type Level = (typeof levels)[number];

/** The first parts of the permissions: `customers` of `customers:read`. */
const segments = [...new Set(operations.map(({ permission }) => permission.slice(0, permission.indexOf(':'))))];

interface IssueProps {
  /** The tokens that exist. */
  readonly tokens: readonly TokenEntry[];
  readonly workspaces: readonly Row[];
}

/** A form for a token with permissions. */
export function IssueForm({ tokens, workspaces }: IssueProps) {
  const { session, toasts } = useApp();
  const [all, setAll] = useState<Level>('read');
  const [chosen, setChosen] = useState<Readonly<Record<string, Level>>>({});
  const [token, setToken] = useState('');
  const [user, setUser] = useState('');
  const [workspace, setWorkspace] = useState('');
  const granted = permissionsOf(all, chosen);
  const isKnown = tokens.some((each) => each.token === token.trim());
  const issue = async () => {
    const options = {
      permissions: granted,
      ...(token.trim() !== '' && { token: token.trim() }),
      ...(user.trim() !== '' && { user: user.trim() }),
      ...(workspace !== '' && { workspace }),
    };
    await session.control.call('POST /tokens', { body: options });
    await session.refresh();
    setToken((typed) => (typed === token ? '' : typed));
    toasts.show('Issued a token. Copy it from the list.');
  };
  return (
    <Form class="issue-form" onSubmit={issue}>
      <SelectField label="All resources" value={all} options={levels} onChange={setAll} />
      {all !== 'read and write' && (
        <div class="issue-resources">
          {segments.map((segment) => (
            <SelectField<Level>
              key={segment}
              label={segment}
              value={chosen[segment] ?? 'none'}
              options={[{ value: 'none', label: 'as above' }, ...levels.slice(1)]}
              onChange={(level) => setChosen({ ...chosen, [segment]: level })}
            />
          ))}
        </div>
      )}
      {workspaces.length > 1 && (
        <SelectField
          label="Workspace"
          value={workspace}
          options={[
            { value: '', label: 'the first one' },
            ...workspaces.map((row) => ({ value: String(row['id']), label: formatCell(labelOf(row), 60) })),
          ]}
          onChange={setWorkspace}
        />
      )}
      <TextField
        label="User"
        value={user}
        placeholder="random"
        hint="Appears in created_by and updated_by. A failure can apply to one user."
        onChange={setUser}
      />
      <TextField
        label="Token"
        value={token}
        isCode
        placeholder="random"
        hint={isKnown ? 'Replaces the permissions of this token.' : undefined}
        onChange={setToken}
      />
      <p class="muted">
        Permissions: <code>{granted.length === 0 ? 'none' : granted.join(', ')}</code>
      </p>
      <Button type="submit" kind="primary" icon="add">
        Issue the token
      </Button>
    </Form>
  );
}

function permissionsOf(all: Level, chosen: Readonly<Record<string, Level>>): readonly Permission[] {
  if (all === 'read and write') return ['*'];
  return [
    ...permissionOf('*', all),
    ...segments.flatMap((segment) => permissionOf(segment, chosen[segment] ?? 'none')),
  ];
}

function permissionOf(segment: string, level: Level): readonly Permission[] {
  return permissions.filter((each) => each === `${segment}:${level === 'read and write' ? '*' : level}`);
}
