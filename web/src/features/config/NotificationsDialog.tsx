import { keysOf } from '@homecare/domain/keys.ts';
import type { Template } from '@homecare/domain/messaging/schema.ts';
import {
  CONTACT_PLACES,
  sampleContactText,
  templateFault,
} from '@homecare/domain/staffing/notification-words.ts';
import type {
  Notification,
  NotificationTemplates,
} from '@homecare/domain/staffing/notifications-contract.ts';
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
const FIELDS = [
  ['covered', 'Another caregiver comes'],
  ['uncovered', 'Who comes changes again'],
  ['moved', 'A visit has another time'],
  ['canceled', 'A visit is canceled'],
  ['restored', 'A canceled visit takes place after all'],
  ['regular', 'A new regular caregiver comes'],
  ['week', 'The regular times change'],
  ['ended', 'The regular visits end'],
  ['extended', 'The regular visits continue beyond their end'],
] as const;
const LANGUAGES = [
  ['english', 'English'],
  ['spanish', 'Spanish'],
] as const;
type Language = (typeof LANGUAGES)[number][0];
type Field = `${Language}-${Notification}`;
type Draft = Record<Field, string>;

const chosenOf = ({ english, spanish }: Record<Language, Record<Notification, number | null>>): Draft => {
  const of = (id: number | null) => String(id ?? OURS);
  return {
    'english-covered': of(english.covered),
    'english-uncovered': of(english.uncovered),
    'english-moved': of(english.moved),
    'english-canceled': of(english.canceled),
    'english-restored': of(english.restored),
    'english-regular': of(english.regular),
    'english-week': of(english.week),
    'english-ended': of(english.ended),
    'english-extended': of(english.extended),
    'spanish-covered': of(spanish.covered),
    'spanish-uncovered': of(spanish.uncovered),
    'spanish-moved': of(spanish.moved),
    'spanish-canceled': of(spanish.canceled),
    'spanish-restored': of(spanish.restored),
    'spanish-regular': of(spanish.regular),
    'spanish-week': of(spanish.week),
    'spanish-ended': of(spanish.ended),
    'spanish-extended': of(spanish.extended),
  };
};
const formOf = ({ templates: { spanish, ...english }, rev }: Stored) => ({
  value: chosenOf({ english, spanish }),
  rev,
});
const idOf = (chosen: string) => (chosen === OURS ? null : Number(chosen));
const idsOf = (draft: Draft, language: Language) => ({
  covered: idOf(draft[`${language}-covered`]),
  uncovered: idOf(draft[`${language}-uncovered`]),
  moved: idOf(draft[`${language}-moved`]),
  canceled: idOf(draft[`${language}-canceled`]),
  restored: idOf(draft[`${language}-restored`]),
  regular: idOf(draft[`${language}-regular`]),
  week: idOf(draft[`${language}-week`]),
  ended: idOf(draft[`${language}-ended`]),
  extended: idOf(draft[`${language}-extended`]),
});
const templatesOf = (draft: Draft): NotificationTemplates => ({
  ...idsOf(draft, 'english'),
  spanish: idsOf(draft, 'spanish'),
});
/** Maps a field name of the server to the form. */
const fieldOf = (name: string) =>
  name.replace(/^templates\.spanish\./, 'spanish-').replace(/^templates\./, 'english-');

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
    draft: 'notification templates',
    values,
    rev,
    input: (draft, rev) => ({ templates: templatesOf(draft), rev }),
    check: (draft) =>
      keysOf(draft).flatMap((field) => {
        const text = textOf(draft[field]);
        const message = text === undefined ? undefined : templateFault(text);
        return message === undefined ? [] : [{ field, message }];
      }),
    readAgain: async () => formOf(await readNotificationTemplates()),
    placeOf: (fault) => ({ ...fault, field: fieldOf(fault.field) }),
    onSaved: () => {
      toast.success('Success: Saved');
      onClose();
    },
  });
  const known = new Set(templates.map(({ id }) => String(id)));
  return (
    <FormDialog save={save} title={TITLE} onClose={onClose}>
      <p className={classes.hint}>
        The client’s contact gets this as a text or an e-mail, in Spanish where the client’s language is
        Spanish. A template can hold {CONTACT_PLACES.map((place) => `%${place}%`).join(', ')}.
      </p>
      {LANGUAGES.map(([language, name]) => (
        <fieldset key={language} className={classes.language}>
          <legend>{name}</legend>
          {FIELDS.map(([what, label]) => {
            const field = `${language}-${what}` as const;
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
                    ...templates.map((template) => ({ value: String(template.id), label: template.name })),
                  ]}
                  {...save.text(field)}
                />
                {text && (
                  <p className={classes.preview}>
                    {sampleContactText(text, language === 'spanish' ? 'es' : 'en')}
                  </p>
                )}
              </div>
            );
          })}
        </fieldset>
      ))}
    </FormDialog>
  );
};

/** Chooses the templates that tell a client's contact about another caregiver or time. */
export const NotificationsDialog = (props: NotificationsDialogProps) => {
  const query = useNotificationTemplates();
  const failure = failureOf(query, 'Couldn’t load the texts');
  if (query.data) return <NotificationsForm {...props} stored={query.data} />;
  return (
    <ReadDialog title={TITLE} onClose={props.onClose}>
      {failure ? <ErrorState {...failure} /> : <p role="status">Loading…</p>}
    </ReadDialog>
  );
};
