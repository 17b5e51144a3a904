/** The list with a language added: unchanged when blank or already there, whatever its case. */
export function addLanguage(languages: readonly string[], typed: string): readonly string[] {
  const language = typed.trim();
  const known = languages.some((one) => one.toLocaleLowerCase() === language.toLocaleLowerCase());
  return language === '' || known ? languages : [...languages, language];
}

/** The list without a language; the last one stays. */
export function removeLanguage(languages: readonly string[], language: string): readonly string[] {
  return languages.length > 1 ? languages.filter((one) => one !== language) : languages;
}
