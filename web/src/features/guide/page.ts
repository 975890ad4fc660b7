/** A run of words in a page of the guide. */
export interface Piece {
  readonly text: string;
  /** The name of a button, field or mark, as the screen has it. */
  readonly bold?: true;
  /** The page of the guide that the words lead to, by its name. */
  readonly to?: string;
}

/** A paragraph has one line, a list one for each entry. */
export interface Block {
  readonly kind: 'text' | 'heading' | 'list' | 'steps';
  readonly lines: readonly (readonly Piece[])[];
}

/** A page of docs/guide as the build reads it: a browser gets it as it is and reads no Markdown. */
export interface GuidePage {
  readonly title: string;
  readonly blocks: readonly Block[];
  /** Address of its picture, and what it shows. */
  readonly picture?: string;
  readonly shows?: string;
}

/** '/schedule/plan' is explained by docs/guide/schedule-plan.md. */
export const guideNameOf = (path: string) => path.slice(1).replaceAll('/', '-');

/** A page in another language than English has it behind its name: evv-es. */
export const languageOf = (name: string) => (name.endsWith('-es') ? 'es' : 'en');

export const manualAddress = (name: string) => `/guide/${name}`;
