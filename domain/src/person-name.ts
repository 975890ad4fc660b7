/** Names in lists and messages: the last name first, and of a middle name its initial ('Baca, Guadalupe M'). */
export const joinName = (
  last: string | null | undefined,
  first: string | null | undefined,
  middle?: string | null,
) => `${[last, first].filter(Boolean).join(', ')}${middle ? ` ${[...middle][0] ?? ''}` : ''}`;

/** The name of a record in lists and messages. */
export const personName = (person: {
  LastName?: string | null | undefined;
  FirstName?: string | null | undefined;
}) => joinName(person.LastName, person.FirstName);

/** In a sentence: 'Baca, Guadalupe M' → 'Guadalupe M Baca'. */
export const sayName = (listed: string): string => listed.split(', ').toReversed().join(' ');
