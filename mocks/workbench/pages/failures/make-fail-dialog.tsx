import { useState } from 'preact/hooks';
import { findOperation } from '../../../../src/contract/operations.ts';
import type { Fault } from '../../../controls/faults/fault-kinds.ts';
import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { useRowName } from '../../app/use-row-name.ts';
import { matchPath } from '../../code/client-code.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Switch } from '../../components/field.tsx';
import { formatCell } from '../../text.ts';
import { tableOfParameter } from '../explorer/example.ts';
import { useRecord } from '../records/use-record.ts';
import { FailureSentence } from './failure-sentence.tsx';
import { type LikeRequest, useFailure } from './use-failure.ts';
import { useFaultActions } from './use-fault-actions.ts';

interface MakeFailProps {
  readonly request: LikeRequest;
  readonly onClose: () => void;
}

/** Makes calls like a request fail: those of its operation, for the same record. */
export function MakeFailDialog({ request, onClose }: MakeFailProps) {
  const { toasts } = useApp();
  const { add } = useFaultActions();
  const endpoint = findOperation(request.operation ?? '');
  const params = (endpoint && matchPath(endpoint.path, request.url)) ?? {};
  const [first] = Object.entries(params);
  const [isOnlyRecord, setOnlyRecord] = useState(true);
  // The parameters belong to the path of the operation.
  const match = first && isOnlyRecord ? ({ params } as Fault['match']) : undefined;
  const failure = useFailure({ like: request, match });
  const { fault, operation } = failure;
  const submit = async () => {
    if (!fault) return;
    await add(fault);
    onClose();
    toasts.show(`From now on, ${operation} fails as you chose. The top of the page names the fault.`);
  };
  const table = endpoint && first && tableOfParameter(endpoint, first[0]);
  return (
    <Dialog
      title="Make this fail"
      isWide
      onClose={onClose}
      onSubmit={submit}
      submit={{ label: 'Make it fail', icon: 'failures', disabled: !fault }}
    >
      <FailureSentence failure={failure} />
      {first && table && <RecordSwitch table={table} id={first[1]} isOn={isOnlyRecord} onChange={setOnlyRecord} />}
    </Dialog>
  );
}

interface RecordSwitchProps {
  readonly table: TableName;
  readonly id: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Restricts a failure to the record of the request. */
function RecordSwitch({ table, id, isOn, onChange }: RecordSwitchProps) {
  const name = useRowName(table, useRecord(table, id) ?? { id });
  return <Switch label={`Only for ${formatCell(name, 60)}`} checked={isOn} onChange={onChange} />;
}
