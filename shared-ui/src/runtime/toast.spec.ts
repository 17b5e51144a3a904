import { connectToaster, summonToaster, toast, type ToastMessage } from './toast';

test('toasts wait for the toaster, which the first of them summons', () => {
  const load = jest.fn();
  const shown: ToastMessage[] = [];
  summonToaster(load);
  expect(load).not.toHaveBeenCalled();

  toast.success('Saved');
  toast.error('Not sent', { duration: 9_000 });
  expect(load).toHaveBeenCalled();

  const disconnect = connectToaster((message) => shown.push(message));
  toast.info('By the way');
  expect(shown.map(({ kind, text }) => `${kind}: ${text}`)).toEqual(['success: Saved', 'error: Not sent', 'info: By the way']);
  expect(shown[1]?.options.duration).toBe(9_000);
  disconnect();
});

test('a toast that was raised before the shell could listen is not lost', () => {
  toast.error('Sign-in failed. Please try again.');
  const load = jest.fn();
  summonToaster(load);
  expect(load).toHaveBeenCalledTimes(1);
});
