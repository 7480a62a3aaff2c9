import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { Button } from '../../components/button.tsx';
import { Combobox } from '../../components/combobox.tsx';
import { SelectField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { formatCell } from '../../text.ts';
import {
  describeField,
  describeFilter,
  type Filter,
  filterFields,
  type OperatorName,
  operators,
  operatorsOf,
  problemOf,
} from './filters.ts';
import { useValues } from './use-values.ts';

interface FilterBarProps {
  readonly table: TableName;
  readonly filters: readonly Filter[];
  readonly onChange: (filters: readonly Filter[]) => void;
  /** The filter in the form: a number of one in the list, or a new one. Undefined without a form. */
  readonly edited: number | 'new' | undefined;
  readonly onEdit: (edited: number | 'new' | undefined) => void;
}

/** The filters of a table as chips, and a form for one of them. */
export function FilterBar({ table, filters, onChange, edited, onEdit }: FilterBarProps) {
  if (filters.length === 0 && edited === undefined) return null;
  const save = (filter: Filter) => {
    onChange(typeof edited === 'number' ? filters.with(edited, filter) : [...filters, filter]);
    onEdit(undefined);
  };
  return (
    <div class="filter-bar" role="group" aria-label="Filters">
      {filters.map((filter, index) => {
        const text = formatCell(describeFilter(filter), 80);
        return (
          // A changed chip keeps the focus.
          <span key={index} class="chip">
            <Button kind="quiet" label={`Change the filter ${text}`} onClick={() => onEdit(index)}>
              {text}
            </Button>
            <Button
              kind="quiet"
              icon="close"
              label={`Remove the filter ${text}`}
              onClick={() => {
                onChange(filters.toSpliced(index, 1));
                onEdit(undefined);
              }}
            />
          </span>
        );
      })}
      {filters.length > 1 && (
        <Button kind="quiet" onClick={() => onChange([])}>
          Remove all
        </Button>
      )}
      {edited !== undefined && (
        <FilterForm
          key={edited}
          table={table}
          initial={typeof edited === 'number' ? filters[edited] : undefined}
          onSave={save}
          onClose={() => onEdit(undefined)}
        />
      )}
    </div>
  );
}

interface FilterFormProps {
  readonly table: TableName;
  readonly initial: Filter | undefined;
  readonly onSave: (filter: Filter) => void;
  readonly onClose: () => void;
}

function FilterForm({ table, initial, onSave, onClose }: FilterFormProps) {
  const { session } = useApp();
  const fields = filterFields(session, table);
  const [filter, setFilter] = useState<Filter>(initial ?? { field: '', operator: 'is', value: '' });
  const [isRefused, setRefused] = useState(false);
  const field = fields.find(({ name }) => name === filter.field.trim());
  const choices = operatorsOf(field && describeField(field)?.kind);
  const operator = choices.includes(filter.operator) ? filter.operator : (choices[0] ?? 'is');
  const current = { field: field?.name ?? '', operator, value: operators[operator].hasValue ? filter.value : '' };
  // Of several values, the last one is being typed.
  const [, earlier = '', last = ''] = /^(.*,\s*)?(.*)$/.exec(operator === 'isOneOf' ? filter.value : '') ?? [];
  const typed = operator === 'isOneOf' ? last : filter.value;
  const values = useValues(operators[operator].hasValue ? field : undefined, typed);
  const problem = problemOf(field, current);
  const isMarked = isRefused || filter.value !== '';
  const element = useRef<HTMLDivElement>(null);
  useFocusInside(element, initial ? -1 : 0);
  return (
    <div
      ref={element}
      class="filter-form"
      role="group"
      aria-label="Filter"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      <Form onSubmit={() => field && problem === undefined && onSave(current)} onRefuse={() => setRefused(true)}>
        <Combobox
          label="Field"
          isLabelHidden
          value={filter.field}
          placeholder="Field"
          suggestions={fields.map(({ name }) => ({ value: name }))}
          error={field || (filter.field === '' && !isRefused) ? undefined : 'must be one of the list'}
          opensOnFocus
          onChange={(name) => setFilter({ ...filter, field: name })}
          onChoose={() => element.current?.querySelectorAll('input')[1]?.focus()}
        />
        <SelectField<OperatorName>
          label="Operator"
          isLabelHidden
          value={operator}
          options={choices.map((value) => ({ value, label: operators[value].label }))}
          onChange={(changed) => setFilter({ ...filter, operator: changed })}
        />
        {operators[operator].hasValue && (
          <Combobox
            label="Value"
            isLabelHidden
            isFree
            value={filter.value}
            placeholder={operator === 'isOneOf' ? 'Values, with commas' : 'Value'}
            kept={earlier}
            suggestions={values}
            error={isMarked ? problem : undefined}
            opensOnFocus
            onChange={(value) => setFilter({ ...filter, value })}
            // Nothing else is left to choose.
            onChoose={(value) => field && operator !== 'isOneOf' && onSave({ ...current, value })}
          />
        )}
        <span class="buttons">
          <Button type="submit" kind="primary" disabled={!field || problem !== undefined}>
            {initial ? 'Change' : 'Filter'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </span>
      </Form>
    </div>
  );
}

/** Focuses an input of a form. The focus goes back when the form disappears. */
function useFocusInside(form: RefObject<HTMLElement | null>, index: number): void {
  useLayoutEffect(() => {
    const element = form.current;
    if (!element) return undefined;
    const opener = (element.getRootNode() as Document | ShadowRoot).querySelector<HTMLElement>(':focus');
    [...element.querySelectorAll('input')].at(index)?.focus();
    return () => {
      if (element.matches(':focus-within')) opener?.focus();
    };
  }, []);
}
