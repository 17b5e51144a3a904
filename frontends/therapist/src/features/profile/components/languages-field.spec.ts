import { addLanguage, removeLanguage } from './languages-field';

describe('languages', () => {
  it('adds a trimmed language at the end', () => {
    expect(addLanguage(['English'], '  Yorùbá ')).toEqual(['English', 'Yorùbá']);
  });

  it('adds neither a blank nor one that is there, whatever its case', () => {
    expect(addLanguage(['English'], '   ')).toEqual(['English']);
    expect(addLanguage(['English'], 'english')).toEqual(['English']);
  });

  it('removes while more than one remains', () => {
    expect(removeLanguage(['English', 'French'], 'English')).toEqual(['French']);
    expect(removeLanguage(['French'], 'French')).toEqual(['French']);
  });
});
