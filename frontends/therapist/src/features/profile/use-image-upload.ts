import { ApiError, toast, useMutation } from '@attune/shared-ui/runtime';
import { useEffect, useState } from 'react';
import { uploadProfileImage } from './profile.api';
import { profileMessages } from './messages';
import { imageProblem } from './profile-image';

interface ImageUpload {
  /** The picture of the stored profile, shown again when an upload fails; '' where there is none. */
  saved: string;
  onChange: (image: string) => void;
}

/** Whether the same picture may be taken another time: nobody has looked at it, or no answer came. */
function mayPass(error: Error): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;
}

/**
 * Uploads a chosen picture: its preview shows at once, the re-encoded one replaces it, a failure brings the saved one back. `sendAgain` is there
 * when the picture was not the reason: the file need not be looked for a second time.
 */
export function useImageUpload({ saved, onChange }: ImageUpload) {
  const [preview, setPreview] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [kept, setKept] = useState<File | null>(null);
  const [progress, setProgress] = useState(0);
  const upload = useMutation({ mutationFn: (file: File) => uploadProfileImage(file, setProgress) });

  useEffect(() => {
    if (preview === null) return undefined;
    return () => URL.revokeObjectURL(preview);
  }, [preview]);

  const refuse = (text: string) => {
    setProblem(text);
    toast.error(text);
  };

  const choose = (file: File) => {
    const wrong = imageProblem(file);
    setKept(null);
    if (wrong !== null) return refuse(wrong);
    setProblem(null);
    setProgress(0);
    setPreview(URL.createObjectURL(file));
    upload.mutate(file, {
      onSuccess: (image) => {
        onChange(image);
        toast.success(profileMessages.imageUploaded);
      },
      onError: (error) => {
        onChange(saved);
        if (mayPass(error)) setKept(file);
        refuse(error instanceof ApiError && error.explained ? error.detail : profileMessages.imageUploadFailed);
      },
      onSettled: () => setPreview(null),
    });
  };

  const remove = () => {
    setProblem(null);
    setKept(null);
    onChange('');
    toast.success(profileMessages.imageRemoved);
  };

  /** What the stored profile shows. */
  const revert = () => {
    setProblem(null);
    setKept(null);
    onChange(saved);
  };

  const sendAgain = kept === null ? undefined : () => choose(kept);

  return { preview, problem, uploading: upload.isPending, progress, choose, sendAgain, remove, revert };
}
