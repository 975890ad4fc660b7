import {
  fillTemplate,
  hasPlaceholder,
  MAX_MAIL,
  MAX_SMS,
  TEMPLATE_DELETED,
  TEMPLATE_NAME_MISSING,
  TEMPLATE_NOT_SAVED,
  TEMPLATE_SAVED,
} from '@homecare/domain/messaging/rules.ts';
import type { Template } from '@homecare/domain/messaging/schema.ts';
import { Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { IconMessage2, IconPlus, IconTrash, IconUsers } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { FormPage } from '../../platform/form/FormPage.tsx';
import type { FormGuard } from '../../platform/form/form-guard.tsx';
import { RemoveDialog } from '../../platform/form/RemoveDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { useKept } from '../../platform/kept.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { menuIcon } from '../../ui/icons.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useTemplates } from '../messaging/api.ts';
import { SizeLine } from '../messaging/SizeLine.tsx';
import { AddTemplateDialog } from './AddTemplateDialog.tsx';
import { ADD_TEMPLATE, REMOVE_TEMPLATE, readTemplateAgain, SAVE_TEMPLATE } from './api.ts';
import classes from './config.module.css';
import { NotificationsDialog } from './NotificationsDialog.tsx';

const storedOf = ({ name, text, rev }: Template) => ({ value: { name, text }, rev });
const SAMPLE = { name: 'Ana Baca', id: 4412 };
const LABELS: Readonly<Record<string, string>> = { name: 'Template name', text: 'Text' };

interface EditorProps {
  readonly template: Template;
  readonly guard: FormGuard;
  readonly onGone: () => void;
}

const TemplateEditor = ({ template, guard, onGone }: EditorProps) => {
  const stored = storedOf(template);
  const save = useSave({
    ...SAVE_TEMPLATE,
    values: stored.value,
    rev: stored.rev,
    input: ({ name, text }, rev) => ({ id: template.id, data: { name: name.trim(), text, rev } }),
    check: ({ name }) => {
      if (name.trim() !== '') return [];
      toast.error(TEMPLATE_NAME_MISSING);
      return [{ field: 'name', message: TEMPLATE_NAME_MISSING }];
    },
    savedAs: ({ data }, { name, text }) => ({ value: { name: name.trim(), text }, rev: data.rev }),
    readAgain: async () => {
      const fresh = await readTemplateAgain(template.id);
      return fresh && storedOf(fresh);
    },
    onSaved: () => toast.success(TEMPLATE_SAVED),
    onRefused: () => {
      toast.error(TEMPLATE_NOT_SAVED);
    },
  });
  const { text } = save.values;
  const [deleting, setDeleting] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  /** Inserts text at the caret, as if typed. */
  const insert = (token: string) => {
    const { current } = box;
    const [from, to] = [current?.selectionStart ?? text.length, current?.selectionEnd ?? text.length];
    save.set({ text: text.slice(0, from) + token + text.slice(to) });
    requestAnimationFrame(() => {
      current?.focus();
      current?.setSelectionRange(from + token.length, from + token.length);
    });
  };
  return (
    <>
      <FormPage
        save={save}
        labelOf={(name) => LABELS[name] ?? name}
        guard={guard}
        className={classes.content}
        extra={
          <Button
            size="sm"
            color="red"
            leftSection={<IconTrash {...menuIcon} />}
            onClick={() => setDeleting(true)}
          >
            Delete
          </Button>
        }
      >
        <Stack gap={12} maw={720} pt={14}>
          <TextInput
            label="Template name"
            required
            autoComplete="off"
            maxLength={100}
            {...save.text('name')}
          />
          <Textarea ref={box} label="Text" rows={10} maxLength={MAX_MAIL} {...save.text('text')} />
          <div className={classes.tokens}>
            <Button onClick={() => insert('%username%')}>Insert %username%</Button>
            <span>the name of who gets it</span>
            <Button onClick={() => insert('%id%')}>Insert %id%</Button>
            <span>the record ID, in e-mail only</span>
          </div>
          <SizeLine
            lead={`As a text message to ${SAMPLE.name}, which takes up to ${MAX_SMS.toLocaleString('en-US')} characters:`}
            text={fillTemplate(text, { name: SAMPLE.name })}
            sms
          />
          {hasPlaceholder(text) && (
            <p className={classes.preview}>In an e-mail it reads: {fillTemplate(text, SAMPLE)}</p>
          )}
        </Stack>
      </FormPage>
      {deleting && (
        <RemoveDialog
          {...REMOVE_TEMPLATE}
          title={`Delete ${template.name}`}
          label="Delete"
          input={{ id: template.id, data: { rev: save.base.rev } }}
          onDone={onGone}
          undo={() => ({
            ...ADD_TEMPLATE,
            input: { data: { name: template.name, text: template.text } },
            said: TEMPLATE_DELETED,
            undone: `${template.name} is back.`,
          })}
          onRefused={(refusal) => save.refuse(refusal)}
          onClose={() => setDeleting(false)}
        >
          It is no longer offered for new messages. Messages that were sent stay as they are.
        </RemoveDialog>
      )}
    </>
  );
};

/** Message templates for texts and e-mails: select, create, save, delete. */
export const TemplatesPanel = ({ guard }: { readonly guard: FormGuard }) => {
  const query = useTemplates();
  const [chosen, setChosen] = useKept('config.template', 0);
  const [adding, setAdding] = useState(false);
  const [isNotifying, setIsNotifying] = useState(false);
  const failure = failureOf(query, 'Couldn’t load the templates');
  if (failure) return <ErrorState {...failure} />;
  const templates = query.data ?? [];
  const template = templates.find(({ id }) => id === chosen);
  const add = (
    <Button leftSection={<IconPlus {...menuIcon} />} onClick={() => setAdding(true)}>
      New template
    </Button>
  );
  return (
    <>
      <div className={classes.content} data-short={template ? true : undefined}>
        <div className={classes.chooser}>
          <NativeSelect
            label="Template"
            data={[
              { value: '0', label: query.data ? 'Select a template' : 'Loading templates…' },
              ...templates.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value={template ? String(template.id) : '0'}
            onChange={(event) => {
              const id = Number(event.currentTarget.value);
              guard.go(() => setChosen(id));
            }}
          />
          {add}
          <Button leftSection={<IconUsers {...menuIcon} />} onClick={() => setIsNotifying(true)}>
            When the caregiver or time changes
          </Button>
        </div>
        {!template && query.data && (
          <EmptyState
            icon={IconMessage2}
            title={templates.length > 0 ? 'Select a template' : 'No templates yet'}
            text="Templates appear when you write a text or email."
          />
        )}
      </div>
      {template && (
        <TemplateEditor key={template.id} template={template} guard={guard} onGone={() => setChosen(0)} />
      )}
      {isNotifying && <NotificationsDialog templates={templates} onClose={() => setIsNotifying(false)} />}
      {adding && (
        <AddTemplateDialog
          onAdded={(id) => {
            setAdding(false);
            guard.go(() => setChosen(id));
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
};
