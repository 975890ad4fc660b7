import type { IconProps } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { smallIcon } from '../../ui/icons.ts';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { type Gate, isOpenTo, type Viewer } from '../row-actions.ts';
import classes from './SelectionBar.module.css';
import { SelectionBar } from './SelectionBar.tsx';

/** An action on many rows at once. */
export interface BulkAction<Row> extends Gate {
  readonly key: string;
  readonly label: string;
  readonly icon: ComponentType<IconProps>;
  /** Why a row is not eligible. The button counts such rows by reason. */
  readonly blocked?: (row: Row) => string | undefined;
  readonly run: (rows: readonly Row[]) => void;
}

interface BulkActionsProps<Row> {
  /** Accessible name of the bar. */
  readonly label: string;
  readonly actions: readonly BulkAction<Row>[];
  readonly viewer: Viewer;
  readonly selected: readonly Row[];
  readonly total: number;
  /** All rows were selected, but some are still loading. */
  readonly isPending?: boolean;
  readonly onAll: () => void;
  readonly onClear: () => void;
}

/** 'No phone number: 2 of 14.' */
const blockedText = <Row,>({ blocked }: BulkAction<Row>, rows: readonly Row[]) => {
  const reasons = rows.flatMap((row) => blocked?.(row) ?? []);
  return [...Map.groupBy(reasons, (reason) => reason)]
    .map(([reason, same]) => `${reason}: ${same.length} of ${rows.length}.`)
    .join(' ');
};

const OTHERS_LOADING = 'The others are still loading.';

/** The bulk actions open to the viewer. Without any, the list has no checkboxes. */
export const openBulkActions = <Row,>(actions: readonly BulkAction<Row>[], viewer: Viewer) =>
  actions.filter((action) => isOpenTo(action, viewer));

/** The bar below a list with selected rows. An action that does not apply to all of them says why. */
export const BulkActions = <Row,>(props: BulkActionsProps<Row>) => {
  const { label, actions, viewer, selected, total, isPending = false, onAll, onClear } = props;
  if (selected.length === 0) return null;
  return (
    <section className={classes.bar} aria-label={label}>
      <SelectionBar count={isPending ? total : selected.length} total={total} onAll={onAll} onClear={onClear}>
        {openBulkActions(actions, viewer).map((action) => (
          <ReasonButton
            key={action.key}
            reason={(isPending ? OTHERS_LOADING : blockedText(action, selected)) || undefined}
            leftSection={<action.icon {...smallIcon} aria-hidden />}
            onClick={() => action.run(selected)}
          >
            {action.label}
          </ReasonButton>
        ))}
      </SelectionBar>
    </section>
  );
};
