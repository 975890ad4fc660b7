import type { Template } from '@homecare/domain/messaging/schema.ts';
import {
  CONTACT_PLACES,
  sampleContactText,
  templateFault,
} from '@homecare/domain/staffing/notification-words.ts';
import type { NotificationTemplates } from '@homecare/domain/staffing/notifications-contract.ts';
import { NativeSelect } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { readNotificationTemplates, SAVE_NOTIFICATION_TEMPLATES, useNotificationTemplates } from './api.ts';
import classes from './config.module.css';

const TITLE = 'When the caregiver or time changes';
const OURS = '0';

interface Stored {
  readonly templates: NotificationTemplates;
  readonly rev: number;
}
type Draft = Record<keyof NotificationTemplates, string>;

const formOf = ({ templates: { covered, uncovered, moved }, rev }: Stored) => ({
  value: {
    covered: String(covered ?? OURS),
    uncovered: String(uncovered ?? OURS),
    moved: String(moved ?? OURS),
  } satisfies Draft,
  rev,
});
const idOf = (chosen: string) => (chosen === OURS ? null : Number(chosen));
const templatesOf = ({ covered, uncovered, moved }: Draft): NotificationTemplates => ({
  covered: idOf(covered),
  uncovered: idOf(uncovered),
  moved: idOf(moved),
});

const FIELDS = [
  ['covered', 'Another caregiver comes'],
  ['uncovered', 'Who comes changes again'],
  ['moved', 'A visit has another time'],
] as const;

interface NotificationsDialogProps {
  readonly templates: readonly Template[];
  readonly onClose: () => void;
}

const NotificationsForm = ({
  stored,
  templates,
  onClose,
}: NotificationsDialogProps & { readonly stored: Stored }) => {
  const { value, rev } = formOf(stored);
  const values: Draft = value;
  const textOf = (chosen: string) => templates.find(({ id }) => String(id) === chosen)?.text;
  const save = useSave({
    ...SAVE_NOTIFICATION_TEMPLATES,
    values,
    rev,
    input: (draft, rev) => ({ templates: templatesOf(draft), rev }),
    check: (draft) =>
      FIELDS.flatMap(([field]) => {
        const text = textOf(draft[field]);
        const message = text === undefined ? undefined : templateFault(text);
        return message === undefined ? [] : [{ field, message }];
      }),
    readAgain: async () => formOf(await readNotificationTemplates()),
    placeOf: (fault) => ({ ...fault, field: fault.field.replace(/^templates\./, '') }),
    onSaved: () => {
      toast.success('Success: Saved');
      onClose();
    },
  });
  const known = new Set(templates.map(({ id }) => String(id)));
  return (
    <FormDialog save={save} title={TITLE} onClose={onClose}>
      <p className={classes.hint}>
        The client’s contact gets this as a text or an e-mail. A template can hold{' '}
        {CONTACT_PLACES.map((place) => `%${place}%`).join(', ')}.
      </p>
      {FIELDS.map(([field, label]) => {
        const chosen = save.values[field];
        const text = textOf(chosen);
        return (
          <div key={field}>
            <NativeSelect
              label={label}
              data={[
                { value: OURS, label: 'Standard text' },
                ...(chosen === OURS || known.has(chosen)
                  ? []
                  : [{ value: chosen, label: 'Deleted: the standard text is sent' }]),
                ...templates.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              {...save.text(field)}
            />
            {text && <p className={classes.preview}>{sampleContactText(text)}</p>}
          </div>
        );
      })}
    </FormDialog>
  );
};

/** Which templates notify a client's contact of another caregiver or time. */
export const NotificationsDialog = (props: NotificationsDialogProps) => {
  const query = useNotificationTemplates();
  const failure = failureOf(query, 'The texts could not be loaded');
  if (query.data) return <NotificationsForm {...props} stored={query.data} />;
  return (
    <ReadDialog title={TITLE} onClose={props.onClose}>
      {failure ? <ErrorState {...failure} /> : <p role="status">Loading…</p>}
    </ReadDialog>
  );
};
