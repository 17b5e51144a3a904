#!/bin/sh
# Tests, builds, publishes and watches one front end alone, or puts the one before back:
#   docker/frontend/publish.sh therapist 1.2.3 https://attune.example registry.example/attune
#   docker/frontend/publish.sh --back therapist
set -eu
cd "$(dirname "$0")/../.."

if [ "$1" = --back ]; then
  kubectl --namespace attune rollout undo "deployment/$2"
  exec kubectl --namespace attune rollout status "deployment/$2" --timeout=120s
fi

name=$1 version=$2 origin=$3 registry=$4
live=$(kubectl --namespace attune get "deployment/$name" --output 'jsonpath={.spec.template.spec.containers[0].image}')

npm ci --no-audit --no-fund
npx jest -c frontends/jest.config.cjs "frontends/$name/"
npx nx run "@attune/$name:build"
# Nothing is published that would ask people to reload until something else follows.
node docker/frontend/check.mjs "$name" "frontends/$name/dist" "$origin"

docker build -f docker/frontend.Dockerfile --build-arg "FRONTEND=$name" --build-arg "PREVIOUS=$live" \
  --build-arg "VERSION=$version" --build-arg "REVISION=$(git rev-parse HEAD)" -t "$registry/$name:$version" .
docker push "$registry/$name:$version"
kubectl --namespace attune set image "deployment/$name" "files=$registry/$name:$version"
kubectl --namespace attune rollout status "deployment/$name" --timeout=120s || { kubectl --namespace attune rollout undo "deployment/$name"; exit 1; }
