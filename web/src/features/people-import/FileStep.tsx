import { showSize } from '@homecare/domain/files/rules.ts';
import { isBuiltIn } from '@homecare/domain/payroll/categories.ts';
import { importTargets, TARGET_LABELS } from '@homecare/domain/people-import/columns.ts';
import { Button, Textarea } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useId } from 'react';
import { useCapabilities } from '../../platform/site.ts';
import { ButtonMenu } from '../../ui/ButtonMenu.tsx';
import { useFileDrop } from '../../ui/use-file-drop.ts';
import { useCategoryNames } from '../payroll/rate-api.ts';
import { saveTemplate } from './csv-files.ts';
import classes from './ImportPage.module.css';
import type { Chosen } from './import-steps.ts';

interface FileStepProps {
  readonly chosen: Chosen | undefined;
  readonly busy: boolean;
  readonly onChoose: (file: File | undefined) => void;
}

/** The name of what was copied in a spreadsheet and pasted here: its cells are parted by tabs. */
const PASTED = 'Pasted rows';

const TemplateMenu = () => {
  const categories = useCategoryNames(null).filter((name) => !isBuiltIn(name));
  const targets = importTargets(useCapabilities()?.billing === true);
  return (
    <ButtonMenu
      position="bottom-start"
      width={220}
      entries={targets.map((target) => ({
        label: TARGET_LABELS[target],
        onSelect: () => saveTemplate(target, categories),
      }))}
      button={(opening) => (
        <Button leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />} {...opening}>
          Template
        </Button>
      )}
    />
  );
};

export const FileStep = ({ chosen, busy, onChoose }: FileStepProps) => {
  const ids = { file: useId(), hint: useId() };
  const drop = useFileDrop(([dropped]) => {
    if (!busy) onChoose(dropped);
  });
  const paste = (text: string) => {
    // What is typed letter by letter is no sheet.
    if (!busy && text.includes('\n')) onChoose(new File([text], PASTED, { type: 'text/csv' }));
  };
  return (
    <div className={classes.drop} {...drop}>
      <div className={classes.choose}>
        <label htmlFor={ids.file} className={classes.label}>
          {chosen ? 'Another or the corrected file' : 'Excel or CSV file'}
        </label>
        <input
          id={ids.file}
          type="file"
          accept=".csv,.txt,.tsv,.xlsx,text/csv"
          className={classes.input}
          data-chosen={chosen !== undefined || undefined}
          disabled={busy}
          aria-describedby={ids.hint}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            onChoose(file);
            // The same file is chosen again after it was corrected.
            event.currentTarget.value = '';
          }}
        />
        <p id={ids.hint} className={classes.hint}>
          {chosen ? (
            <>
              <strong>{chosen.file.name}</strong>, {showSize(chosen.file.size)},{' '}
              {chosen.read.rows.toLocaleString('en-US')} {chosen.read.rows === 1 ? 'row' : 'rows'}
            </>
          ) : (
            'First row: column names. Up to 20,000 rows, 10 MB. Only a workbook’s first sheet is read. Drop the file here.'
          )}
        </p>
      </div>
      <TemplateMenu />
      {!chosen && (
        <Textarea
          className={classes.paste ?? ''}
          label="Or paste rows from a sheet"
          rows={1}
          value=""
          readOnly={busy}
          onChange={(event) => paste(event.currentTarget.value)}
        />
      )}
    </div>
  );
};
