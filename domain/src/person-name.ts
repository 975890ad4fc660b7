/** A name for lists and messages: last name first, middle name as an initial ('Baca, Guadalupe M'). */
export const joinName = (
  last: string | null | undefined,
  first: string | null | undefined,
  middle?: string | null,
) => `${[last, first].filter(Boolean).join(', ')}${middle ? ` ${[...middle][0] ?? ''}` : ''}`;

/** The name of a person's record for lists and messages. */
export const personName = (person: {
  LastName?: string | null | undefined;
  FirstName?: string | null | undefined;
}) => joinName(person.LastName, person.FirstName);

/** The name for use in sentences: 'Baca, Guadalupe M' → 'Guadalupe M Baca'. */
export const sayName = (listed: string): string => listed.split(', ').toReversed().join(' ');
