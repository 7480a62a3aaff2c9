import { useState } from 'preact/hooks';
import { useApp } from '../../app/context.ts';
import { usePolled } from '../../app/use-polled.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Section } from '../../components/section.tsx';
import { SandboxRow } from './sandbox-row.tsx';

/** Milliseconds between two readings of the list. No event reports the sandboxes that other programs create. */
const interval = 5_000;

/** Creates, opens and deletes the sandboxes of a server. */
export function SandboxesView() {
  const { session, toasts } = useApp();
  const { value, load } = usePolled(() => session.control.call('GET /sandboxes'), interval);
  const sandboxes = value?.sandboxes;
  const [name, setName] = useState('');
  const given = name.trim();
  const create = async () => {
    const created = await session.control.call('POST /sandboxes', { body: given === '' ? {} : { name: given } });
    await load();
    setName((typed) => (typed === name ? '' : typed));
    toasts.show(`Created the sandbox “${created.name}”.`);
  };
  return (
    <>
      <header class="page-head">
        <h1>Sandboxes</h1>
      </header>
      <div class="page-body">
        <div class="sections">
          <Section title="Create a sandbox" isWide>
            <Form class="name-form" onSubmit={create}>
              <TextField
                label="Name"
                value={name}
                isCode
                placeholder="random"
                hint="Lower-case letters, digits and hyphens"
                onChange={setName}
              />
              <Button type="submit" kind="primary" icon="add">
                Create
              </Button>
            </Form>
            <p class="muted">
              A sandbox is a mock of its own at another path, with its own records, tokens, faults and clock. Use one
              for each test run, branch or person.
            </p>
          </Section>
          <Section title="All sandboxes" isFlush isWide>
            {sandboxes?.length === 0 ? (
              <p class="section-note">
                No sandbox yet. Create one here, or in a test with <code>POST /__mock/sandboxes</code>.
              </p>
            ) : (
              <ul class="rows">
                {sandboxes?.map((sandbox) => (
                  <SandboxRow key={sandbox.name} sandbox={sandbox} onChange={load} />
                ))}
              </ul>
            )}
          </Section>
        </div>
      </div>
    </>
  );
}
