import { checkSkillName, SKILL_IN_USE, tidySkillName } from '@homecare/domain/availability/rules.ts';
import type { Skill } from '@homecare/domain/availability/schema.ts';
import { counted } from '@homecare/domain/counted.ts';
import { Button, TextInput } from '@mantine/core';
import { IconCertificate, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { RemoveDialog } from '../../platform/form/RemoveDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { failureOf } from '../../platform/query.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/states.tsx';
import { REMOVE_SKILL, SAVE_SKILL, useSkills } from './api.ts';

const usageOf = ({ caregivers, clients }: Skill) =>
  [counted(caregivers, 'caregiver'), counted(clients, 'client')].join(', ');
const isUsed = ({ caregivers, clients }: Skill) => caregivers + clients > 0;

const COLUMNS: readonly Column<Skill>[] = [
  { key: 'name', title: 'Skill', min: 180, cell: ({ name }) => name },
  { key: 'use', title: 'Used by', width: 220, cell: usageOf },
];

interface NameDialogProps {
  /** The one to rename; without it a new one is added. */
  readonly skill: Skill | undefined;
  readonly others: readonly string[];
  readonly onClose: () => void;
}

const NameDialog = ({ skill, others, onClose }: NameDialogProps) => {
  const save = useSave({
    ...SAVE_SKILL,
    values: { name: skill?.name ?? '' },
    input: ({ name }) => ({ was: skill?.name ?? null, name }),
    check: ({ name }) => checkSkillName(tidySkillName(name), others),
    onSaved: onClose,
  });
  return (
    <FormDialog save={save} title={skill ? `Rename ${skill.name}` : 'New skill'} onClose={onClose} plain>
      <TextInput
        label="Name"
        required
        data-autofocus
        autoComplete="off"
        placeholder="Hoyer lift"
        {...save.text('name')}
      />
    </FormDialog>
  );
};

/** The agency's list of skills: add, rename, remove what nobody has (docs/rules/availability.md, rule 12). */
export const SkillsPanel = () => {
  const query = useSkills();
  const [step, setStep] = useState<{ readonly what: 'name' | 'remove'; readonly skill?: Skill }>();
  const close = () => setStep(undefined);
  const removed = step?.what === 'remove' ? step.skill : undefined;
  const others = (query.data ?? []).map(({ name }) => name).filter((name) => name !== step?.skill?.name);
  const add = (
    <Button leftSection={<IconPlus {...menuIcon} />} onClick={() => setStep({ what: 'name' })}>
      New skill
    </Button>
  );
  return (
    <>
      <DataTable
        label="Skills"
        columns={COLUMNS}
        rows={query.data}
        rowKey={({ name }) => name}
        rowName={({ name }) => name}
        pageSize={12}
        noun={query.data?.length === 1 ? 'skill' : 'skills'}
        onOpen={(skill) => setStep({ what: 'name', skill })}
        menu={(skill) => [
          { label: 'Rename…', icon: IconPencil, onSelect: () => setStep({ what: 'name', skill }) },
          {
            label: 'Remove…',
            icon: IconTrash,
            danger: true,
            disabledReason: isUsed(skill) ? SKILL_IN_USE : undefined,
            onSelect: () => setStep({ what: 'remove', skill }),
          },
        ]}
        listItem={(skill) => ({ title: skill.name, line: usageOf(skill) })}
        loadingText="Loading skills…"
        failure={failureOf(query, 'Couldn’t load the skills')}
        empty={
          <EmptyState
            icon={IconCertificate}
            title="No skills yet"
            text="Add what caregivers learn and clients require, such as Hoyer lift or Dementia care."
          >
            {add}
          </EmptyState>
        }
      />
      {(query.data?.length ?? 0) > 0 && add}
      {step?.what === 'name' && <NameDialog skill={step.skill} others={others} onClose={close} />}
      {removed && (
        <RemoveDialog
          {...REMOVE_SKILL}
          title={`Remove ${removed.name}`}
          input={{ name: removed.name }}
          undo={() => ({
            ...SAVE_SKILL,
            input: { was: null, name: removed.name },
            said: `${removed.name} is removed.`,
            undone: `${removed.name} is back.`,
          })}
          onClose={close}
        >
          Nobody has this skill, and no client requires it.
        </RemoveDialog>
      )}
    </>
  );
};
