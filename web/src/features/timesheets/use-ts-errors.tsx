import { type ReactNode, useState } from 'react';
import { useScanCount } from './api.ts';
import { TsErrorsDialog } from './TsErrorsDialog.tsx';

export interface TsErrors {
  /** Open errors; undefined until they are counted. */
  readonly count: number | undefined;
  /** Scanned timesheets of this month. */
  readonly ofMonth: number | undefined;
  readonly open: () => void;
  /** To be shown by the page. */
  readonly dialog: ReactNode;
}

/** The count of TS Error, asked every minute, and the list of what it counts. */
export const useTsErrors = (enabled: boolean): TsErrors => {
  const { data } = useScanCount(enabled);
  const [opened, setOpened] = useState(false);
  return {
    count: data?.errcount,
    ofMonth: data?.count,
    open: () => setOpened(true),
    dialog: opened && <TsErrorsDialog onClose={() => setOpened(false)} />,
  };
};
