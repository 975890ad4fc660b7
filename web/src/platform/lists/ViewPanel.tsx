import { mayChangeView } from '@homecare/domain/list-views/rules.ts';
import type { ListView, SavedView } from '@homecare/domain/list-views/schema.ts';
import { Button, Checkbox, Group, Stack, Switch, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCheck, IconDeviceFloppy, IconTrash } from '@tabler/icons-react';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import { useRole } from '../session.ts';
import { useSavedViews } from './api.ts';
import { FIRST_LOOK, moveColumn } from './list-columns.ts';
import classes from './ViewPanel.module.css';
import { currentView, type ViewPanelProps } from './view-state.ts';

const isSame = (a: ListView, b: ListView) =>
  JSON.stringify([
    a.columns,
    a.sort?.key,
    a.sort?.descending,
    a.isCompact,
    a.fillsWindow,
    Object.entries(a.filters).sort(),
  ]) ===
  JSON.stringify([
    b.columns,
    b.sort?.key,
    b.sort?.descending,
    b.isCompact,
    b.fillsWindow,
    Object.entries(b.filters).sort(),
  ]);

const SavedViews = (props: ViewPanelProps) => {
  const role = useRole();
  const { data: views = [] } = useSavedViews(props.list);
  const now = currentView(props);
  const apply = ({ view }: SavedView) => {
    props.onLook({
      columns: view.columns,
      sort: view.sort,
      isCompact: view.isCompact,
      fillsWindow: view.fillsWindow,
    });
    props.onFilters(view.filters);
  };
  if (views.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Saved views">
      {views.map((saved) => (
        <li key={saved.id} className={classes.row}>
          <Button
            size="compact-sm"
            variant="subtle"
            className={classes.name ?? ''}
            justify="flex-start"
            onClick={() => apply(saved)}
            aria-current={isSame(saved.view, now) || undefined}
            leftSection={isSame(saved.view, now) && <IconCheck size={14} aria-hidden />}
          >
            {saved.name}
          </Button>
          {saved.isShared && (
            <Text size="xs" c="dimmed">
              Shared
            </Text>
          )}
          {mayChangeView(saved, role) && (
            <>
              {!isSame(saved.view, now) && (
                <IconButton
                  label={`Save what is shown now as ${saved.name}`}
                  icon={<IconDeviceFloppy {...rowIcon} />}
                  onClick={() => props.onSave(saved)}
                />
              )}
              <IconButton
                label={`Delete the view ${saved.name}`}
                danger
                icon={<IconTrash {...rowIcon} />}
                onClick={() => props.onDelete(saved)}
              />
            </>
          )}
        </li>
      ))}
    </ul>
  );
};

/** The shown columns in their order, then the hidden ones. */
const Columns = ({ columns, shown, look, onLook }: ViewPanelProps) => {
  const hidden = columns.filter(({ key }) => !shown.includes(key));
  const inOrder = shown.flatMap((key) => columns.find((column) => column.key === key) ?? []);
  const choose = (keys: readonly string[]) => onLook({ ...look, columns: keys });
  return (
    <ul className={classes.list} aria-label="Columns">
      {[...inOrder, ...hidden].map(({ key, title }) => {
        const at = shown.indexOf(key);
        return (
          <li key={key} className={classes.row}>
            <Checkbox
              size="sm"
              className={classes.name ?? ''}
              label={title}
              checked={at >= 0}
              disabled={at >= 0 && shown.length === 1}
              onChange={() => choose(at >= 0 ? shown.filter((one) => one !== key) : [...shown, key])}
            />
            {at >= 0 && (
              <>
                <IconButton
                  label={`Move ${title} to the left`}
                  icon={<IconArrowUp {...rowIcon} />}
                  onClick={() => choose(moveColumn(shown, key, -1))}
                />
                <IconButton
                  label={`Move ${title} to the right`}
                  icon={<IconArrowDown {...rowIcon} />}
                  onClick={() => choose(moveColumn(shown, key, 1))}
                />
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
};

/** Saved views, columns and row height. */
export const ViewPanel = (props: ViewPanelProps) => {
  const { look, onLook, onSave, first = FIRST_LOOK } = props;
  const isFirst = JSON.stringify(look) === JSON.stringify(first);
  return (
    <Stack gap="sm" className={classes.panel ?? ''}>
      <SavedViews {...props} />
      <Columns {...props} />
      <Switch
        size="sm"
        label="Compact rows"
        checked={look.isCompact}
        onChange={(event) => onLook({ ...look, isCompact: event.currentTarget.checked })}
      />
      <Switch
        size="sm"
        label="Fill the window"
        checked={look.fillsWindow}
        onChange={(event) => onLook({ ...look, fillsWindow: event.currentTarget.checked })}
      />
      <Group gap="xs" justify="flex-end">
        <Button size="xs" disabled={isFirst} onClick={() => onLook(first)}>
          Reset
        </Button>
        <Button size="xs" variant="filled" onClick={() => onSave()}>
          Save view
        </Button>
      </Group>
    </Stack>
  );
};
