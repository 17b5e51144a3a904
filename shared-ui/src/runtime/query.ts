/** Server state; the one client and its provider live in the shell. */
export { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
