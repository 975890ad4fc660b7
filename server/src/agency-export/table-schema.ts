/** A table's content as JSON Schema: each line of its files is an object of this shape. */

export interface Column {
  readonly name: string;
  /** The PostgreSQL type. */
  readonly type: string;
  readonly isNullable: boolean;
}

type Schema = Readonly<Record<string, unknown>>;

const TYPES: readonly (readonly [RegExp, Schema])[] = [
  [/\[\]$/, { type: 'array' }],
  [/^(smallint|integer|bigint)$/, { type: 'integer' }],
  [/^(numeric|real|double precision)/, { type: 'number' }],
  [/^boolean$/, { type: 'boolean' }],
  [/^jsonb?$/, {}],
  [/^date$/, { type: 'string', format: 'date' }],
  [/^timestamp/, { type: 'string', format: 'date-time' }],
  [
    /^bytea$/,
    {
      type: 'string',
      contentEncoding: 'base16',
      description: '\\x and two digits for each byte, or text where it was sealed',
    },
  ],
];

const ofColumn = ({ type, isNullable }: Column): Schema => {
  const found = TYPES.find(([sign]) => sign.test(type))?.[1] ?? { type: 'string' };
  const known =
    typeof found.type === 'string' && isNullable ? { ...found, type: [found.type, 'null'] } : found;
  return { ...known, $comment: type };
};

export const schemaOf = (table: string, columns: readonly Column[]): Schema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: table,
  type: 'object',
  properties: Object.fromEntries(columns.map((column) => [column.name, ofColumn(column)])),
  required: columns.map(({ name }) => name),
  additionalProperties: false,
});
