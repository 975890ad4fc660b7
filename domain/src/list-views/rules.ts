import type { Role } from '../call.ts';
import type { FieldError } from '../errors.ts';
import { fold } from '../fold.ts';
import { MAX_VIEW_NAME, MAX_VIEWS, type SavedView } from './schema.ts';

/** Only admins decide what the whole agency shares (docs/rules/list-views.md, rule 3). */
export const mayShareViews = (role: Role | 'job') => role === 'admin';

/** Owners change and delete their own views; admins also shared ones. */
export const mayChangeView = (
  { isOwn, isShared }: Pick<SavedView, 'isOwn' | 'isShared'>,
  role: Role | 'job',
) => (isOwn ? !isShared || mayShareViews(role) : isShared && mayShareViews(role));

const isNamed = (name: string) => (view: Pick<SavedView, 'name'>) => fold(view.name) === fold(name);

/** Validates a name against the other views of the same kind, own or shared. */
export const validateViewName = (
  name: string,
  others: readonly Pick<SavedView, 'name'>[],
): FieldError | undefined => {
  const wrong = (message: string) => ({ field: 'name', message });
  if (name.trim() === '') return wrong('Give the view a name.');
  if (name.trim().length > MAX_VIEW_NAME) return wrong(`A name has at most ${MAX_VIEW_NAME} characters.`);
  if (others.some(isNamed(name.trim())))
    return wrong(`There is a view named ${name.trim()}. Choose another name.`);
  if (others.length >= MAX_VIEWS)
    return wrong(`There are ${MAX_VIEWS} views of this list. Delete one first.`);
  return undefined;
};
