/** Turns a picture stored as text (data:image/jpeg;base64,…) into a file to send. */
export const pictureFile = (name: string, data: string): File => {
  const bytes = Uint8Array.from(atob(data.slice(data.indexOf(',') + 1)), (letter) => letter.charCodeAt(0));
  return new File([bytes], `${name}.jpg`, { type: 'image/jpeg' });
};
