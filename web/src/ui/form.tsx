import { Button, NativeSelect } from '@mantine/core';
import { IconAlertCircle, IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import classes from './fields.module.css';
import { Note } from './Note.tsx';

/** The 12-column grid of fields; on phones, one column. */
export const FormGrid = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.grid}>{children}</div>
);

interface FormSectionProps {
  readonly id: string;
  readonly title: string;
  /** Text beside the title, such as 'per hour, admin only'. */
  readonly note?: ReactNode;
  /** Shown on the line of the title without being part of it. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A titled part of a form. SectionList scrolls to its id. */
export const FormSection = ({ id, title, note, aside, children }: FormSectionProps) => (
  <section className={classes.section} id={id} aria-labelledby={`${id}-title`}>
    <div className={classes.sectionHead}>
      <h2 className={classes.sectionTitle} id={`${id}-title`}>
        {title}
        {note && <span className={classes.sectionNote}>{note}</span>}
      </h2>
      {aside}
    </div>
    {children}
  </section>
);

export interface SectionEntry {
  readonly id: string;
  readonly title: string;
  readonly errors: number;
}

const jumpTo = (id: string) => document.getElementById(id)?.scrollIntoView({ block: 'start' });

const isAtEnd = (box: Element) => box.scrollTop + box.clientHeight >= box.scrollHeight - 2;

/**
 * The section at the top of the visible part. After a jump to a section near the end, which cannot reach the top, that
 * section stays current.
 */
const useCurrentSection = (ids: string) => {
  const [current, setCurrent] = useState<string>();
  const jumped = useRef<string>(undefined);
  useEffect(() => {
    const sections = ids.split('\n').flatMap((id) => document.getElementById(id) ?? []);
    const scroller = sections[0]?.closest('[data-scroller]');
    if (!scroller) return;
    const find = () => {
      if (jumped.current && isAtEnd(scroller)) return;
      jumped.current = undefined;
      const top = scroller.getBoundingClientRect().top + 80;
      const passed = sections.filter((section) => section.getBoundingClientRect().top <= top);
      setCurrent((passed.at(-1) ?? sections[0])?.id);
    };
    find();
    scroller.addEventListener('scroll', find, { passive: true });
    return () => scroller.removeEventListener('scroll', find);
  }, [ids]);
  const jump = (id: string) => {
    jumped.current = id;
    jumpTo(id);
    setCurrent(id);
  };
  return [current, jump] as const;
};

/** The list of sections to the left of a form, each with its number of errors. */
export const SectionList = ({ sections }: { readonly sections: readonly SectionEntry[] }) => {
  const [current, jump] = useCurrentSection(sections.map((section) => section.id).join('\n'));
  return (
    <nav aria-label="Sections">
      <ul className={classes.sectionList}>
        {sections.map(({ id, title, errors }) => (
          <li key={id}>
            <button
              type="button"
              className={classes.sectionLink}
              aria-current={id === current ? 'true' : undefined}
              onClick={() => jump(id)}
            >
              {title}
              {errors > 0 && (
                <span className={classes.errorCount}>
                  {errors}
                  <span className="visually-hidden">{errors === 1 ? ' error' : ' errors'}</span>
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
};

export interface Problem {
  /** Name of the field, as in `data-field`. */
  readonly name: string;
  readonly label: string;
}

/**
 * Scrolls to a field, focuses and highlights it. In Show mode it finds the value instead of the input. A field of several
 * inputs is found by its first one ('covidStatus.from'). A dialog passes itself as `within`, because the form behind it may
 * have a field of the same name. Returns whether the field was found.
 */
export const focusField = (name: string, within: ParentNode = document): boolean => {
  const find = (how: string) => within.querySelector<HTMLElement>(how);
  const field = find(`[data-field="${CSS.escape(name)}"]`) ?? find(`[data-field^="${CSS.escape(name)}."]`);
  if (!field) return false;
  field.scrollIntoView({ block: 'center' });
  field.focus({ preventScroll: true });
  // Browsers draw no focus ring when a script focuses an element after a click.
  field.dataset.pointed = 'true';
  field.addEventListener('blur', () => delete field.dataset.pointed, { once: true });
  return true;
};

const nextProblem = (problems: readonly Problem[]) => {
  const here = document.activeElement?.getAttribute('data-field');
  const at = problems.findIndex((problem) => problem.name === here);
  return problems[(at + 1) % problems.length];
};

/** Says that nothing was saved, why, and that no input is lost. */
export const RefusedWords = ({ info }: { readonly info: string }) => (
  <>
    <strong>Not saved.</strong> {/[.!?]$/.test(info) ? info : `${info}.`} Your changes are still here.
  </>
);

/** Shows why the server refused to save. It is above the form and scrolls into view, wherever Save was pressed. */
export const RefusalNote = ({ info }: { readonly info: string | undefined }) => {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (info) place.current?.scrollIntoView({ block: 'nearest' });
  }, [info]);
  return info ? (
    <div ref={place}>
      <Note tone="danger" live>
        <RefusedWords info={info} />
      </Note>
    </div>
  ) : null;
};

/** The element that explains a refused save. A refusal scrolls to it and focuses it. */
export const useRefusalPlace = (refusal: unknown) => {
  const place = useRef<HTMLDivElement>(null);
  const show = useCallback(() => {
    place.current?.scrollIntoView({ block: 'center' });
    place.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (refusal) show();
  }, [refusal, show]);
  return { place, show };
};

interface SaveBarProps {
  /** Fields with errors, in the order of the form. */
  readonly problems?: readonly Problem[];
  /** Set if the last save was refused; leads to the explanation. */
  readonly onShowRefusal?: (() => void) | undefined;
  /** Shown on the left if there are no problems, such as totals. */
  readonly state?: ReactNode;
  /** Always shown on the left, such as totals; state and problems then move beside the buttons. */
  readonly lead?: ReactNode;
  /** Labels of changed fields. */
  readonly changed?: readonly string[];
  readonly onSave?: () => void;
  readonly onCancel: () => void;
  readonly saveLabel?: string;
  readonly cancelLabel?: string;
  readonly saving?: boolean;
  /** Additional save buttons, between Cancel and Save. */
  readonly extra?: ReactNode;
  /** Options of the 'Section' select on phones. */
  readonly sections?: readonly SectionEntry[];
}

const Attention = ({ problems }: { readonly problems: readonly Problem[] }) => {
  const [next, setNext] = useState<Problem>();
  const shown = problems.find((problem) => problem.name === next?.name) ?? problems[0];
  return (
    <>
      <span className={classes.attention}>
        <IconAlertCircle size={18} stroke={1.8} aria-hidden />
        {problems.length === 1 ? '1 field needs attention' : `${problems.length} fields need attention`}
      </span>
      {shown && (
        <button
          type="button"
          className={classes.next}
          onClick={() => {
            focusField(shown.name);
            setNext(nextProblem(problems));
          }}
        >
          Next: {shown.label}
          <IconArrowDown size={16} stroke={1.8} aria-hidden />
        </button>
      )}
    </>
  );
};

const Refused = ({ onShow }: { readonly onShow: () => void }) => (
  <>
    <span className={classes.attention}>
      <IconAlertCircle size={18} stroke={1.8} aria-hidden />
      Not saved
    </span>
    <button type="button" className={classes.next} onClick={onShow}>
      Show why
      <IconArrowUp size={16} stroke={1.8} aria-hidden />
    </button>
  </>
);

/** Visible bottom bars, the topmost last. A drawer opens its bar above that of the page. */
const bars: HTMLElement[] = [];
const publishBarHeight = () => {
  const { style } = document.documentElement;
  const bar = bars.at(-1);
  if (bar) style.setProperty('--save-bar', `${bar.offsetHeight}px`);
  else style.removeProperty('--save-bar');
};

/** Publishes the bar's height, so that toasts and sticky lines stay above it even if it wraps. */
export const useBarHeight = () => {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = bar;
    if (!current) return;
    bars.push(current);
    const observer = new ResizeObserver(publishBarHeight);
    observer.observe(current);
    publishBarHeight();
    return () => {
      observer.disconnect();
      bars.splice(bars.indexOf(current), 1);
      publishBarHeight();
    };
  }, []);
  return bar;
};

interface BottomBarProps {
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** The actions of a page, always visible at the bottom; toasts appear above it. */
export const BottomBar = ({ className, children }: BottomBarProps) => (
  <div ref={useBarHeight()} className={className}>
    {children}
  </div>
);

/** Sticky bar at the bottom of a form: state on the left, changes in the middle, Cancel and Save on the right. Ctrl S saves. */
export const SaveBar = ({
  problems = [],
  onShowRefusal,
  state,
  lead,
  changed = [],
  onSave,
  onCancel,
  saveLabel = 'Save',
  cancelLabel = 'Cancel',
  saving = false,
  extra,
  sections,
}: SaveBarProps) => {
  const bar = useBarHeight();
  const save = useRef(onSave);
  useEffect(() => {
    save.current = saving ? undefined : onSave;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      if (document.querySelector('[role="dialog"]')) return;
      save.current?.();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <div className={classes.saveBar} ref={bar}>
      {sections && (
        <NativeSelect
          className={classes.sectionSelect ?? ''}
          aria-label="Section"
          data={sections.map(({ id, title, errors }) => ({
            value: id,
            label: errors ? `${title} (${errors})` : title,
          }))}
          onChange={(event) => jumpTo(event.currentTarget.value)}
        />
      )}
      {lead}
      <div className={classes.saveState} data-right={lead ? true : undefined} role="status">
        {onShowRefusal && <Refused onShow={onShowRefusal} />}
        {problems.length > 0 ? <Attention problems={problems} /> : !onShowRefusal && state}
      </div>
      {!lead && (
        <div className={classes.changed}>{changed.length > 0 && `Changed: ${changed.join(', ')}`}</div>
      )}
      <div className={classes.saveActions}>
        <Button size="sm" onClick={onCancel}>
          {cancelLabel}
        </Button>
        {extra}
        {onSave && (
          <Button
            size="sm"
            variant="filled"
            loading={saving}
            aria-keyshortcuts="Control+S"
            onClick={() => onSave()}
          >
            {saveLabel}
          </Button>
        )}
      </div>
    </div>
  );
};
