import { type Call, fileOutput, uploadLimits } from '@homecare/domain/call.ts';
import { REASONS, type Reason } from '@homecare/domain/errors.ts';
import { wireShapeOf } from '@homecare/domain/wire-names.ts';
import { z } from 'zod';

/** A schema in OpenAPI 3.1, which is JSON Schema 2020-12. */
export type Schema = z.core.JSONSchema.BaseSchema;

const NULL: Schema = { type: 'null' };

const isLeftOut = (schema: z.core.$ZodType): boolean => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'undefined' || (def.type === 'optional' && isLeftOut(def.innerType));
};

/** A field that may be missing is not required, because the decoder treats missing and empty alike. */
const describeInputObject = (shape: z.core.$ZodShape, json: Schema) => {
  const fields = Object.entries(shape);
  for (const [name, field] of fields) if (isLeftOut(field)) delete json.properties?.[name];
  const required = fields.filter(([, field]) => !z.safeParse(field, undefined).success).map(([name]) => name);
  if (required.length > 0) json.required = required;
  else delete json.required;
};

export const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { _zod } = zodSchema;
      const wire = io === 'output' ? wireShapeOf(zodSchema) : undefined;
      if (wire) Object.assign(jsonSchema, schemaOf(wire, io));
      if (_zod.def.type !== 'object') return;
      if (io === 'input') describeInputObject(_zod.def.shape, jsonSchema);
      // Answers may gain fields, so nobody should rely on their absence.
      else delete jsonSchema.additionalProperties;
    },
  });
  return json;
};

/** Text has no null; an empty value means the same. */
const withoutNull = (schema: Schema): Schema => {
  const { anyOf, ...rest } = schema;
  if (anyOf) {
    const kinds = anyOf.filter((kind) => kind.type !== 'null');
    const [only] = kinds;
    return kinds.length === 1 ? { ...rest, ...only } : { ...rest, anyOf: kinds };
  }
  if (!Array.isArray(schema.type)) return schema;
  const types = schema.type.filter((type) => type !== 'null');
  return { ...schema, type: types.length === 1 ? types[0] : types } as Schema;
};

/** How a value is sent as text: objects and lists as JSON. */
const asText = (schema: z.core.JSONSchema._JSONSchema): Schema => {
  if (typeof schema === 'boolean') return {};
  const plain = withoutNull(schema);
  return plain.type === 'object' || plain.type === 'array'
    ? { type: 'string', contentMediaType: 'application/json', contentSchema: plain }
    : plain;
};

const asTextFields = (schema: Schema): Schema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, field]) => [name, asText(field)]),
  ),
});

export interface QueryParameter {
  readonly name: string;
  readonly in: 'query';
  readonly required?: boolean;
  readonly schema: Schema;
}

export const queryParameters = (call: Call): QueryParameter[] => {
  const { properties = {}, required = [] } = asTextFields(schemaOf(call.input, 'input'));
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    ...(required.includes(name) && { required: true }),
    schema: typeof schema === 'boolean' ? {} : schema,
  }));
};

const pair = (field: Schema, value: Schema): Schema => ({
  type: 'object',
  required: ['field', 'value'],
  properties: { field, value },
});

/** `data` of a reading command: each filter names one of the call's fields. */
const filterPairs = (filters: Schema): Schema | undefined => {
  const item = Array.isArray(filters.items) ? undefined : filters.items;
  const field = typeof item === 'object' ? item.properties?.field : undefined;
  if (typeof field !== 'object' || field.enum?.length === 0) return undefined;
  return pair(field, {
    type: 'string',
    description: 'May begin with an operator: !x, <x, <=x, >x or >=x. Filters on one field are all applied.',
  });
};

/** `data` of a writing command. */
const fieldPairs = ({ properties = {} }: Schema): Schema | undefined => {
  const pairs = Object.entries(properties).map(([name, value]) => {
    const schema = asText(value);
    const canBeNull = typeof value === 'object' && schema !== value;
    return pair({ const: name }, canBeNull ? { anyOf: [schema, NULL] } : schema);
  });
  return pairs.length === 0 ? undefined : { anyOf: pairs };
};

/** The form of poster.php: cmd, id, customId, and data as a list of field and value. */
const commandForm = (cmd: string, input: Schema): Schema => {
  const { filters, data: fields, ...named } = input.properties ?? {};
  const data = typeof fields === 'object' ? fields : {};
  const items = typeof filters === 'object' ? filterPairs(filters) : fieldPairs(data);
  return {
    type: 'object',
    required: ['cmd', ...(data.required?.length ? ['data'] : [])],
    properties: {
      cmd: { const: cmd },
      ...asTextFields({ properties: named }).properties,
      data: items ? { type: 'array', items } : { type: 'array', maxItems: 0 },
    },
    additionalProperties: false,
  };
};

/** For an upload: the fields as parts, and the file. */
const uploadForm = (input: Schema): Schema => ({
  ...asTextFields(input),
  properties: {
    ...asTextFields(input).properties,
    file: { type: 'string', contentMediaType: 'application/octet-stream' },
  },
  required: [...(input.required ?? []), 'file'],
});

export const requestSchema = (call: Call): Schema => {
  const input = schemaOf(call.input, 'input');
  if (call.transport.via === 'command') return commandForm(call.transport.cmd, input);
  return uploadLimits(call) ? uploadForm(input) : input;
};

export const answersFile = (call: Call) => call.output === fileOutput;

/** The envelope of a successful call. */
export const answerSchema = (call: Call): Schema => ({
  type: 'object',
  required: ['result', 'code', ...(call.output.safeParse(undefined).success ? [] : ['data'])],
  properties: {
    result: { const: 'OK' },
    code: { const: call.queues ? '' : 200 },
    Info: { type: 'string' },
    info: { type: 'string' },
    data: schemaOf(call.output, 'output'),
    ...(call.creates && { insert_id: { type: 'integer' } }),
    ...(call.effect === 'poll' && { time: { type: 'string', format: 'date-time' } }),
  },
});

/** A refusal with one of the reasons. */
export const refusalSchema = (reasons: readonly Reason[]): Schema => ({
  type: 'object',
  required: ['result', 'code', 'reason', 'Info', 'info'],
  properties: {
    result: { const: 'ERROR' },
    code: {
      description: 'The status of the answer.',
      enum: [...new Set(reasons.map((reason) => REASONS[reason].status))],
    },
    reason: { description: 'What a program acts on; the sentence may change.', enum: [...reasons] },
    Info: { type: 'string', description: 'The sentence for the person who asked.' },
    info: { type: 'string', description: 'The same as Info.' },
    errors: {
      type: 'array',
      description: 'The fields that need attention.',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
});
