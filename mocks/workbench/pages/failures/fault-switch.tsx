import { useState } from 'preact/hooks';
import { useApp } from '../../app/context.ts';
import { Switch } from '../../components/field.tsx';

interface FaultSwitchProps {
  readonly label: string;
  readonly checked: boolean;
  /** Turns the fault on or off. Resolves when `checked` has followed. */
  readonly onChange: (isOn: boolean) => Promise<void>;
}

/** A switch that shows the wish of the user until the mock has followed it. */
export function FaultSwitch({ label, checked, onChange }: FaultSwitchProps) {
  const { run } = useApp();
  const [wish, setWish] = useState<{ readonly isOn: boolean } | undefined>();
  const change = (isOn: boolean) => {
    const changed = { isOn };
    setWish(changed);
    // The user may have changed it again in the meantime.
    const end = () => setWish((current) => (current === changed ? undefined : current));
    void run(() => onChange(isOn)).finally(end);
  };
  return <Switch label={label} checked={wish?.isOn ?? checked} onChange={change} />;
}
