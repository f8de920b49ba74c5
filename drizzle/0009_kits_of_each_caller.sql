DROP INDEX "campaign_brand_kits_owner";--> statement-breakpoint
DROP INDEX "campaign_photos_owner";--> statement-breakpoint
ALTER TABLE "campaign_brand_kit_versions" ADD COLUMN "owner" text;--> statement-breakpoint
UPDATE "campaign_brand_kit_versions" SET "owner" = "campaign_brand_kits"."owner" FROM "campaign_brand_kits" WHERE "campaign_brand_kits"."id" = "campaign_brand_kit_versions"."kit_id";--> statement-breakpoint
ALTER TABLE "campaign_brand_kit_versions" ALTER COLUMN "owner" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "campaign_brand_kit_versions" DROP CONSTRAINT "campaign_brand_kit_versions_kit_id_version_pk";--> statement-breakpoint
ALTER TABLE "campaign_photos" DROP CONSTRAINT "campaign_photos_kit_id_sha256_pk";--> statement-breakpoint
ALTER TABLE "campaign_brand_kits" DROP CONSTRAINT "campaign_brand_kits_pkey";--> statement-breakpoint
ALTER TABLE "campaign_brand_kit_versions" ADD CONSTRAINT "campaign_brand_kit_versions_owner_kit_id_version_pk" PRIMARY KEY("owner","kit_id","version");--> statement-breakpoint
ALTER TABLE "campaign_brand_kits" ADD CONSTRAINT "campaign_brand_kits_owner_id_pk" PRIMARY KEY("owner","id");--> statement-breakpoint
ALTER TABLE "campaign_photos" ADD CONSTRAINT "campaign_photos_owner_kit_id_sha256_pk" PRIMARY KEY("owner","kit_id","sha256");
