import type { Answer, Body } from '../../../wire';

export type WorkingHours = Answer<'/api/therapist/working-hours', 'get'>;
export type WorkingHoursBody = Body<'/api/therapist/working-hours', 'put'>;
export type StartWindow = WorkingHours['weekly'][number]['windows'][number];
