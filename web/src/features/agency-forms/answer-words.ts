/** What is around the agency's own words where a form is filled. */
export const ANSWER_WORDS = {
  fromRecord: 'Taken from the record',
  required: 'Must be answered',
  signerName: 'Full name of the person who signs',
  signHere: 'Sign in the box',
  undoStroke: 'Undo last stroke',
  clearSignature: 'Clear',
  typedSignature: 'The typed name is the signature',
  clearChoice: 'Clear choice',
  addPhoto: 'Add photo',
  replacePhoto: 'Replace photo',
  removePhoto: 'Remove photo',
  photoOf: (label: string) => `Photo: ${label}`,
  noPhoto: 'This file is not a picture. Choose a photo.',
};
export type AnswerWords = typeof ANSWER_WORDS;
