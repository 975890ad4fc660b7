import { lookOf } from '@homecare/domain/access-log/looks.ts';
import type { Call } from '@homecare/domain/call.ts';
import { z } from 'zod';
import type { Binding } from './bind.ts';
import type { LinkKind } from './links.ts';

/** Every binding, by the way it is reached. */
export interface Registry {
  readonly all: readonly Binding[];
  readonly commands: ReadonlyMap<string, Binding>;
  /** The bindings of each path; more than one only if a literal of their input or the method distinguishes them. */
  readonly paths: ReadonlyMap<string, readonly Binding[]>;
  /** The purposes of links by token. */
  readonly links: readonly LinkKind[];
}

/**
 * Builds the registry. Startup stops if a declared call is not bound, is bound twice, is bound but not declared, or is a read that
 * does not say what it shows.
 */
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

/** What distinguishes calls of one path: `requestInfo` of info.php, `save` of documents that are stored. */
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

/** Chooses among calls of one path by the literal that was sent, otherwise the one without; among two, by method. */
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
