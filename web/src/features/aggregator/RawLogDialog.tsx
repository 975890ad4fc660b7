import { rawEntry } from '@homecare/domain/aggregator/rules.ts';
import type { LogItem } from '@homecare/domain/aggregator/schema.ts';
import { ReadDialog } from '../../ui/Dialog.tsx';
import classes from './aggregator.module.css';

interface RawLogDialogProps {
  readonly item: LogItem;
  readonly name: string;
  readonly onClose: () => void;
}

/** The raw record log: what was sent and answered, word for word (docs/rules/aggregator.md, rule 15). */
export const RawLogDialog = ({ item, name, onClose }: RawLogDialogProps) => (
  <ReadDialog wide title={`Record log ${item.id}, ${name}`} onClose={onClose}>
    {item.exchange.length === 0 ? (
      <p>Nothing was sent or answered yet.</p>
    ) : (
      item.exchange.map((text, index) => (
        <section
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
          key={index}
          className={classes.raw}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long entry is scrolled by keyboard
          tabIndex={0}
          aria-label={`Entry ${index + 1} of ${item.exchange.length}`}
        >
          {rawEntry(text)}
        </section>
      ))
    )}
  </ReadDialog>
);
