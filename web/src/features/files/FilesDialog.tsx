import { dayOfStamp, showDate } from '@homecare/domain/calendar.ts';
import { deleteUserFile } from '@homecare/domain/files/contract.ts';
import { FILE_DELETED, FILE_RESTORED, showSize } from '@homecare/domain/files/rules.ts';
import type { FileEntry } from '@homecare/domain/files/schema.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { Button } from '@mantine/core';
import { IconDownload, IconFiles, IconFileTypography, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { RemoveDialog } from '../../platform/form/RemoveDialog.tsx';
import { failureOf } from '../../platform/query.ts';
import { may } from '../../platform/role-copy.ts';
import { saveOrShow } from '../../platform/send-file.ts';
import { useSession } from '../../platform/session.ts';
import { useZone } from '../../platform/use-today.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { CloseAction, DialogOrTab } from '../../ui/DialogOrTab.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import type { MenuEntry } from '../../ui/RowMenu.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { AddFileDialog } from './AddFileDialog.tsx';
import { DELETE_FILE, loadFile, RESTORE_FILE, useFiles } from './api.ts';
import { RenameFileDialog } from './RenameFileDialog.tsx';

interface FilesDialogProps {
  readonly person: Pick<PersonRow, 'ID' | 'LastName' | 'FirstName'>;
  readonly onClose: () => void;
}

type Step = { readonly what: 'add' } | { readonly what: 'rename' | 'delete'; readonly file: FileEntry };

const dayOf = (stamp: string, zone: string) => showDate(dayOfStamp(stamp, zone));

const download = async (personId: number, { name }: FileEntry) => {
  saveOrShow(await loadFile(personId, name), name);
};

/** The files of a person: list, add, download, rename, and for an admin delete (docs/rules/files.md, rule 5). */
export const FilesDialog = ({ person, onClose }: FilesDialogProps) => {
  const mayDelete = may(useSession()?.role, deleteUserFile);
  const zone = useZone();
  const query = useFiles(person.ID);
  const [step, setStep] = useState<Step>();
  const [page, setPage] = useState(1);
  const name = personName(person);
  const menu = (file: FileEntry): MenuEntry[] => [
    { label: 'Download', icon: IconDownload, onSelect: () => void download(person.ID, file) },
    { label: 'Rename…', icon: IconFileTypography, onSelect: () => setStep({ what: 'rename', file }) },
    ...(mayDelete
      ? [
          'divider' as const,
          {
            label: 'Delete…',
            icon: IconTrash,
            danger: true,
            onSelect: () => setStep({ what: 'delete', file }),
          },
        ]
      : []),
  ];
  const add = (
    <Button
      size="sm"
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
      onClick={() => setStep({ what: 'add' })}
    >
      Add File
    </Button>
  );
  const downloadButton = (file: FileEntry) => (
    <IconButton
      label={`Download ${file.name}`}
      icon={<IconDownload {...rowIcon} />}
      onClick={() => void download(person.ID, file)}
    />
  );
  return (
    <>
      <DialogOrTab
        opened
        wide
        title={`Files of ${name}`}
        onClose={onClose}
        actions={
          <>
            <CloseAction onClose={onClose} />
            {add}
          </>
        }
      >
        <DataTable
          label={`Files of ${name}`}
          columns={[
            { key: 'name', title: 'Name', cell: (file) => file.name },
            { key: 'size', title: 'Size', width: 90, align: 'right', cell: (file) => showSize(file.size) },
            { key: 'created', title: 'Created', width: 120, cell: (file) => dayOf(file.created, zone) },
          ]}
          rows={query.data}
          rowKey={(file) => file.name}
          rowName={(file) => file.name}
          pageSize={10}
          page={page}
          onPage={setPage}
          noun={query.data?.length === 1 ? 'file' : 'files'}
          onOpen={(file) => void download(person.ID, file)}
          menu={menu}
          actions={downloadButton}
          actionsWidth={84}
          listItem={(file) => ({
            title: file.name,
            line: `${dayOf(file.created, zone)} · ${showSize(file.size)}`,
            action: downloadButton(file),
          })}
          loadingText="Loading files…"
          failure={failureOf(query, 'Couldn’t load the files')}
          empty={
            <EmptyState
              icon={IconFiles}
              title="No files yet"
              text={`${name} has no files. PDF, Word and Excel files up to 10 MB can be added.`}
            />
          }
        />
      </DialogOrTab>
      {step?.what === 'add' && (
        <AddFileDialog personId={person.ID} name={name} onClose={() => setStep(undefined)} />
      )}
      {step?.what === 'rename' && (
        <RenameFileDialog personId={person.ID} file={step.file} onClose={() => setStep(undefined)} />
      )}
      {step?.what === 'delete' && (
        <RemoveDialog
          {...DELETE_FILE}
          title={`Delete ${step.file.name}`}
          label="Delete"
          input={{ id: person.ID, name: step.file.name }}
          undo={() => ({
            ...RESTORE_FILE,
            input: { id: person.ID, name: step.file.name },
            said: FILE_DELETED,
            undone: FILE_RESTORED,
          })}
          onClose={() => setStep(undefined)}
        >
          {step.file.name} is taken off the files of {name}.
        </RemoveDialog>
      )}
    </>
  );
};
