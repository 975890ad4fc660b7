import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';

const ExportDialog = lazy(async () => ({ default: (await import('./ExportDialog.tsx')).ExportDialog }));

/** Export Payroll of the page's month. */
export const ExportPayrollButton = ({ month }: { readonly month: string }) => {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button onClick={() => setOpened(true)}>Export Payroll</Button>
      {opened && (
        <Suspense>
          <ExportDialog month={month} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
};
