import { lookOf } from '@homecare/domain/access-log/looks.ts';
import type { Call } from '@homecare/domain/call.ts';
import { z } from 'zod';
import type { Binding } from './bind.ts';
import type { LinkKind } from './links.ts';

/** Every binding of the product, by the way it is reached. */
export interface Registry {
  readonly all: readonly Binding[];
  readonly commands: ReadonlyMap<string, Binding>;
  /** Path → its bindings; more than one only where a literal of their input or the method distinguishes them. */
  readonly paths: ReadonlyMap<string, readonly Binding[]>;
  /** What links by token are for. */
  readonly links: readonly LinkKind[];
}

/** Builds the registry; a declared call that is not bound, one bound twice or undeclared, or a read that does not say what it shows, stops the start. */
export const register = (
  declared: readonly Call[],
  bindings: readonly Binding[],
  links: readonly LinkKind[] = [],
): Registry => {
  const commands = new Map<string, Binding>();
  const paths = new Map<string, Binding[]>();
  for (const binding of bindings) {
    const { transport, name } = binding.call;
    if (!declared.includes(binding.call)) throw new Error(`Call ${name} is bound but not declared.`);
    if (binding.call.effect !== 'write') lookOf(binding.call);
    if (transport.via === 'command') {
      if (commands.has(transport.cmd)) throw new Error(`Command ${transport.cmd} is bound twice.`);
      commands.set(transport.cmd, binding);
    } else {
      for (const path of transport.paths) {
        const others = paths.get(path) ?? [];
        const isTaken = others.some(
          (other) => literalOf(other) === literalOf(binding) && methodOf(other) === methodOf(binding),
        );
        if (isTaken) throw new Error(`Path ${path} is bound twice.`);
        paths.set(path, [...others, binding]);
      }
    }
  }
  const missing = declared.filter((call) => !bindings.some((binding) => binding.call === call));
  if (missing.length > 0)
    throw new Error(`Declared but not bound: ${missing.map((call) => call.name).join(', ')}.`);
  return { all: bindings, commands, paths, links };
};

/** What distinguishes calls of one path: `requestInfo` of info.php, `save` of documents that are kept. */
const LOG_METHODS = ['requestInfo', 'save'] as const;

const literalsOf = ({ call: { input } }: Binding): readonly [name: string, value: string][] => {
  if (!(input instanceof z.ZodObject)) return [];
  return LOG_METHODS.flatMap((name): [string, string][] => {
    const literal: unknown = input.shape[name];
    if (!(literal instanceof z.ZodLiteral) || typeof literal.value !== 'string') return [];
    return [[name, literal.value]];
  });
};
const literalOf = (binding: Binding) => literalsOf(binding).join();
const methodOf = ({ call: { transport } }: Binding) => (transport.via === 'path' ? transport.method : 'POST');

/** Of several calls of one path the one whose literal was sent, else the one that has none; of two the one of the method. */
export const bindingFor = (
  bindings: readonly Binding[],
  fields: Readonly<Record<string, unknown>>,
  method: string,
): Binding | undefined => {
  const own = bindings.filter((binding) => methodOf(binding) === method);
  const among = [...own, ...bindings.filter((binding) => !own.includes(binding))];
  return (
    among.find((binding) => {
      const literals = literalsOf(binding);
      return literals.length > 0 && literals.every(([name, value]) => fields[name] === value);
    }) ?? among.find((binding) => literalOf(binding) === '')
  );
};
