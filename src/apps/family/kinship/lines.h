#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "apps/family/kinship/graph.h"
#include "apps/family/kinship/line.h"

// How are these two related?
namespace norn::family {

inline constexpr size_t kMaxLines = 64;
// Generations from either one up to a common ancestor.
inline constexpr uint32_t kMaxLineGenerations = 100;

struct LineBounds {
  size_t lines = 20;                           // At most kMaxLines.
  uint32_t generations = kMaxLineGenerations;  // At most kMaxLineGenerations.
  bool paths = true;  // Whether to look for a path if there is no other line.
};

struct Lines {
  std::vector<Line> lines;  // The nearest first.
  bool is_cut = false;      // A bound may have left lines out.
};

// Every line by which two people are related:
// - by descent: up to a common ancestor and down again, without meeting anybody twice. Two common
//   parents are one line.
// - by marriage: a couple before a line of descent, after it, or both; the spouse of a spouse; up
// to
//   kMaxStepGenerations from each side to the two halves of a couple (step-siblings and their
//   like); parents of the two halves of a couple.
// - if there is none of these, the shortest path by links of any kind.
// Empty if the two are not connected at all. The lines from `to` to `from` are the same ones
// reversed.
Lines lines(const FamilyGraph& graph, PersonIndex from, PersonIndex to, LineBounds bounds = {});

inline constexpr uint32_t kMaxStepGenerations = 3;

}  // namespace norn::family
